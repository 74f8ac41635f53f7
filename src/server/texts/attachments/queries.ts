import { sql } from 'kysely';
import { FileId } from '#contract/texts/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { StoredFile } from './reads.ts';

/** Serializes uploads of a tenant, so that its quota is kept. */
export async function lockFilesOf({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files:${tenantId}`}, 0))`.execute(tx);
}

/** Sums the sizes of a tenant's files; uploads under way count with the largest size they may have. */
export async function sumFileBytes({ tx, tenantId }: TenantScope): Promise<number> {
  const { bytes } = await tx
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** @param at `storedAt` is null while the bytes arrive */
export async function insertFile(
  { tx, tenantId }: TenantScope,
  file: StoredFile,
  at: { createdAt: Temporal.Instant; storedAt: Temporal.Instant | null },
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
      created_at: at.createdAt,
      stored_at: at.storedAt,
    })
    .execute();
}

export async function markFileStored(
  { tx, tenantId }: TenantScope,
  id: FileId,
  file: { name: string; mime: string; sizeBytes: number },
  storedAt: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ name: file.name, mime: file.mime, size_bytes: file.sizeBytes, stored_at: storedAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Lists files of every tenant that may be deleted if nothing refers to them. */
export async function listIdleFiles(
  { tx }: SystemScope,
  { cutOffBefore, unusedSince }: { cutOffBefore: Temporal.Instant; unusedSince: Temporal.Instant },
): Promise<Map<TenantId, FileId[]>> {
  const rows = await tx
    .selectFrom('files')
    .select(['tenant_id', 'id'])
    .where((eb) =>
      eb.or([
        eb('stored_at', '<', unusedSince),
        eb.and([eb('stored_at', 'is', null), eb('created_at', '<', cutOffBefore)]),
      ]),
    )
    .execute();
  const byTenant = Map.groupBy(rows, (row) => TenantId.parse(row.tenant_id));
  return new Map([...byTenant].map(([tenantId, files]) => [tenantId, files.map(({ id }) => FileId.parse(id))]));
}

/** Locks files until the transaction ends: nothing that is saved meanwhile refers to them. */
export async function lockIdleFiles(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<{ id: FileId; storageKey: string; isStored: boolean }[]> {
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'storage_key', 'stored_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: FileId.parse(row.id),
    storageKey: row.storage_key,
    isStored: row.stored_at !== null,
  }));
}

export async function deleteFiles({ tx, tenantId }: TenantScope, ids: readonly FileId[]): Promise<void> {
  await tx
    .deleteFrom('files')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
}
