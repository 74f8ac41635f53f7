import { sql } from 'kysely';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Returns those of the files that stand in a conversation. */
export async function listFilesOfConversations(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<ReadonlySet<FileId>> {
  const rows = await tx
    .selectFrom('thread_files')
    .select('file_id')
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => FileId.parse(row.file_id)));
}
