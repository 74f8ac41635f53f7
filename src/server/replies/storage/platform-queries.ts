import type { PastedReview } from '#contract/replies/calls.ts';
import { PASTED_SOURCES } from '#contract/replies/values.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { oneOf } from './reply-queries.ts';

/** @returns false when the cabinet has it */
export async function insertPlatformReview(
  { tx, tenantId }: TenantScope,
  { id, fingerprint, review, memberId }: { id: string; fingerprint: string; review: PastedReview; memberId: MemberId },
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('platform_reviews')
    .values({
      tenant_id: tenantId,
      id,
      source: review.source,
      author_name: review.authorName,
      stars: review.stars,
      body: review.text,
      reviewed_on: review.reviewedOn,
      fingerprint,
      added_by: memberId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'fingerprint']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listKnownFingerprints(
  { tx, tenantId }: TenantScope,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  if (fingerprints.length === 0) return new Set();
  const rows = await tx
    .selectFrom('platform_reviews')
    .select('fingerprint')
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', 'in', fingerprints)
    .execute();
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

export async function findPlatformReview(
  { tx, tenantId }: TenantScope,
  id: string,
): Promise<Pick<PastedReview, 'source' | 'authorName' | 'stars' | 'text'> | undefined> {
  const row = await tx
    .selectFrom('platform_reviews')
    .select(['source', 'author_name', 'stars', 'body'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      source: oneOf(PASTED_SOURCES, row.source),
      authorName: row.author_name,
      stars: row.stars,
      text: row.body,
    }
  );
}
