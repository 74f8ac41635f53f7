import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { addPlatformReviews, PastedReview, ReplyWidgetId, ReviewFilePreview } from '#contract/replies/calls.ts';
import { MAX_PASTED_REVIEWS, PASTED_SOURCES } from '#contract/replies/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { readUploadedTable } from '#server/imports/table-actions.ts';
import type { Context, MemberScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { insertPlatformReview, listKnownFingerprints } from '#server/replies/storage/platform-queries.ts';
import { requireWidget } from '#server/replies/widgets/widget-actions.ts';
import type { Upload } from '#server/texts/attachments/attachment-actions.ts';
import { beginPasted } from '#server/replies/writing/following-actions.ts';
import { readRow, titlesIn } from './row-rules.ts';

// NOTE: a process: it reads a file between transactions.

/** Rows of titles and headings above the reviews. */
const MAX_TITLES = 6;

/**
 * Adds reviews of platforms, each once, and begins their replies.
 *
 * @throws {Problem} `reply_widget.not_found`
 */
export async function addReviews(
  scope: MemberScope,
  widgetId: ReplyWidgetId,
  { reviews }: BodyOf<typeof addPlatformReviews>,
): Promise<ReplyOf<typeof addPlatformReviews>> {
  await requireWidget(scope, widgetId, { isLocked: true });
  let added = 0;
  for (const review of reviews) {
    const id = crypto.randomUUID();
    const row = { id, fingerprint: fingerprintOf(review), review, memberId: scope.memberId };
    if (!(await insertPlatformReview(scope, row, scope.clock.now()))) continue;
    await beginPasted(scope, { widgetId, platformReviewId: id, source: review.source });
    added += 1;
  }
  return { added, repeated: reviews.length - added };
}

/** Reads a file of reviews for a member to look at. @throws {Problem} when it is no table, or none of reviews */
export async function previewFile(
  ctx: Context,
  tenantId: TenantId,
  { upload, source }: { upload: Upload; source: unknown },
): Promise<ReviewFilePreview> {
  const usual = PASTED_SOURCES.find((one) => one === source) ?? 'other';
  const { rows, leftOut } = await readUploadedTable(ctx, tenantId, {
    upload,
    mostRows: MAX_PASTED_REVIEWS + MAX_TITLES,
  });
  const titles = titlesIn(rows);
  const head = titles && rows[titles.at];
  if (!head) throw new Problem('review_file.no_columns');
  const data = rows.slice(titles.at + 1);
  const read = data
    .slice(0, MAX_PASTED_REVIEWS)
    .map((row) => ({ line: row.line, ...readRow(row, titles.columns, usual) }));
  const found = read.flatMap((one) => ('stars' in one ? [one] : []));
  const fingerprints = found.map(fingerprintOf);
  const known = await withTenant(ctx, tenantId, (scope) => listKnownFingerprints(scope, fingerprints));
  return {
    reviews: found.map((one, at) => {
      const mark = fingerprints[at] ?? '';
      return { ...one, isRepeated: known.has(mark) || fingerprints.indexOf(mark) < at };
    }),
    errors: read.flatMap((one) => ('stars' in one ? [] : [one])),
    columns: Object.fromEntries(Object.entries(titles.columns).map(([field, at]) => [field, head.cells[at] ?? ''])),
    leftOut: leftOut + Math.max(0, data.length - MAX_PASTED_REVIEWS),
  };
}

/** The platform's number of a review, else what it says. */
function fingerprintOf({ source, externalId, authorName, stars, text, reviewedOn }: PastedReview): string {
  const shown = [authorName, stars, text, reviewedOn ?? ''].map((part) =>
    String(part).toLowerCase().replaceAll(/\s+/gu, ' '),
  );
  const parts = externalId ? [source, 'id', externalId] : [source, ...shown];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
