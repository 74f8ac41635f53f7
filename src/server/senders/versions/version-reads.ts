import { sql } from 'kysely';
import type { SenderId } from '#contract/senders/calls.ts';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export { findVersion, listVersions } from './queries.ts';

/** Settings of senders at some of their versions, as they were stored. */
export async function listSettingsAt<Id extends SenderId>(
  { tx, tenantId }: TenantScope,
  wanted: readonly { id: Id; version: number }[],
): Promise<{ id: Id; version: number; settings: unknown }[]> {
  const rows = await tx
    .selectFrom('sender_versions')
    .select(['sender_id', 'version', 'settings'])
    .where('tenant_id', '=', tenantId)
    .where(
      sql<boolean>`(sender_id, version) in (select * from unnest(
        ${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ version }) => version)}::int[]))`,
    )
    .execute();
  return rows.map(({ sender_id, ...row }) => ({ ...row, id: sender_id as Id })); // NOTE: only wanted ids are found
}

/** Returns those of the files that a sender carries in one of its texts, at present or in an earlier version. */
export async function listFilesOfVersions(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<ReadonlySet<FileId>> {
  const { rows } = await sql<{ id: string }>`
    select distinct used.id from sender_versions v
    cross join lateral (
      select jsonb_path_query(v.settings, '$.**.imageId') as image
      union all select jsonb_path_query(v.settings, '$.**.fileId')
    ) file
    cross join lateral (select file.image #>> '{}' as id) used
    where v.tenant_id = ${tenantId} and used.id = any (${[...ids]}::text[])`.execute(tx);
  return new Set(rows.map(({ id }) => FileId.parse(id)));
}
