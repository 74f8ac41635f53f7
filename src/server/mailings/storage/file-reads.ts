import { sql } from 'kysely';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Returns those of the files that a mailing carries in one of its texts, at present or in an earlier version. */
export async function listFilesOfMailings(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<ReadonlySet<FileId>> {
  const { rows } = await sql<{ id: string }>`
    select distinct used.id from (
      select settings from mailings where tenant_id = ${tenantId}
      union all select settings from mailing_versions where tenant_id = ${tenantId}
    ) stored
    cross join lateral jsonb_path_query(stored.settings, '$.**.imageId') image
    cross join lateral (select image #>> '{}' as id) used
    where used.id = any (${[...ids]}::text[])`.execute(tx);
  return new Set(rows.map(({ id }) => FileId.parse(id)));
}
