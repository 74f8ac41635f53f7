import type { TenantScope } from '#server/platform/db.ts';
import { FileId } from '#contract/flows.ts';
import { sql } from 'kysely';
export type StoredFile = { id: FileId; name: string; mime: string; storageKey: string };

export async function listFiles({ tx, tenantId }: TenantScope, ids: readonly FileId[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'storage_key'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    id: FileId.parse(row.id),
    name: row.name,
    mime: row.mime,
    storageKey: row.storage_key,
  }));
}
