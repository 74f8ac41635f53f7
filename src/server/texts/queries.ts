import type { TenantScope } from '#server/platform/db.ts';
import type { StoredFile } from './reads.ts';

export async function insertFile(
  { tx, tenantId }: TenantScope,
  file: StoredFile & { sizeBytes: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({
      tenant_id: tenantId,
      id: file.id,
      name: file.name,
      mime: file.mime,
      size_bytes: file.sizeBytes,
      storage_key: file.storageKey,
      created_at: now,
    })
    .execute();
}
