import { sql } from 'kysely';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type StoredFile = { id: FileId; name: string; mime: string; storageKey: string; sizeBytes: number };

/**
 * Lists files whose bytes are stored.
 *
 * @param isLocked locks them against deletion until the transaction ends, for a caller that saves a reference to them
 */
export async function listFiles(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'storage_key', 'size_bytes'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('stored_at', 'is not', null)
    .$if(isLocked, (query) => query.forKeyShare())
    .execute();
  return rows.map((row) => ({
    id: FileId.parse(row.id),
    name: row.name,
    mime: row.mime,
    storageKey: row.storage_key,
    sizeBytes: row.size_bytes,
  }));
}
