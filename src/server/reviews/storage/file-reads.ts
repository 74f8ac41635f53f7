import { sql } from 'kysely';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Returns those of the files that are photos of reviews. */
export async function listFilesOfReviews(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<ReadonlySet<FileId>> {
  const rows = await tx
    .selectFrom('reviews')
    .select('photo_id')
    .where('tenant_id', '=', tenantId)
    .where('photo_id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ photo_id }) => FileId.parse(photo_id)));
}
