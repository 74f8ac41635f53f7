import { sql } from 'kysely';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Returns those of the files that a draft shows the provider as an example. */
export async function listFilesOfDrafts(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<ReadonlySet<FileId>> {
  const rows = await tx
    .selectFrom('template_drafts')
    .select(sql<string>`parts -> 'header' ->> 'fileId'`.as('file_id'))
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`parts -> 'header' ->> 'fileId' = any (${[...ids]}::text[])`)
    .execute();
  return new Set(rows.map((row) => FileId.parse(row.file_id)));
}
