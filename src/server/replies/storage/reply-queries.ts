import { sql } from 'kysely';
import { ReplyWidgetId, ReviewReplyId } from '#contract/replies/calls.ts';
import {
  REPLY_REASONS,
  REPLY_STATES,
  REPLY_WAYS,
  REVIEW_SOURCES,
  type ReplyReason,
  type ReplyState,
  type ReviewSource,
} from '#contract/replies/values.ts';
import { ReviewId } from '#contract/reviews/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** A reply as it is stored. */
export type StoredReply = {
  id: ReviewReplyId;
  widgetId: ReplyWidgetId;
  reviewId: ReviewId | null;
  platformReviewId: string | null;
  source: ReviewSource;
  state: ReplyState;
  reason: ReplyReason | null;
  way: (typeof REPLY_WAYS)[number] | null;
  ruleId: string | null;
  text: string;
  dueAt: Temporal.Instant;
  attempts: number;
  isCounted: boolean;
  isRewrite: boolean;
};

type NewReply = Pick<StoredReply, 'id' | 'widgetId' | 'reviewId' | 'platformReviewId' | 'source' | 'dueAt'>;

/** Begins a reply. @returns false when the review has one */
export async function insertReply(
  { tx, tenantId }: TenantScope,
  { id, widgetId, reviewId, platformReviewId, source, dueAt }: NewReply,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('review_replies')
    .values({
      tenant_id: tenantId,
      id,
      widget_id: widgetId,
      review_id: reviewId,
      platform_review_id: platformReviewId,
      source,
      state: 'waiting',
      due_at: dueAt,
      created_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds a reply, and locks it for a change. */
export async function lockReply(
  { tx, tenantId }: TenantScope,
  found: { id: ReviewReplyId } | { reviewId: ReviewId },
): Promise<StoredReply | undefined> {
  const row = await tx
    .selectFrom('review_replies')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id' in found ? 'id' : 'review_id', '=', 'id' in found ? found.id : found.reviewId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: ReviewReplyId.parse(row.id),
      widgetId: ReplyWidgetId.parse(row.widget_id),
      reviewId: orNull(ReviewId, row.review_id),
      platformReviewId: row.platform_review_id,
      source: oneOf(REVIEW_SOURCES, row.source),
      state: oneOf(REPLY_STATES, row.state),
      reason: row.reason === null ? null : oneOf(REPLY_REASONS, row.reason),
      way: row.way === null ? null : oneOf(REPLY_WAYS, row.way),
      ruleId: row.rule_id,
      text: row.body,
      dueAt: row.due_at,
      attempts: row.attempts,
      isCounted: row.is_counted,
      isRewrite: row.is_rewrite,
    }
  );
}

/** A value of a column with a check; @throws when it is none of them */
export function oneOf<Value extends string>(values: readonly Value[], stored: string): Value {
  const value = values.find((one) => one === stored);
  if (value === undefined) throw new Error(`Unknown value: ${stored}`);
  return value;
}

export type ReplyChange = Partial<
  Pick<
    StoredReply,
    'state' | 'reason' | 'way' | 'ruleId' | 'text' | 'dueAt' | 'attempts' | 'isCounted' | 'isRewrite'
  > & {
    widgetId: ReplyWidgetId;
    template: string | null;
    actedBy: MemberId;
  }
>;

export async function updateReply(
  { tx, tenantId }: TenantScope,
  id: ReviewReplyId,
  change: ReplyChange,
  now: Temporal.Instant,
): Promise<void> {
  const { widgetId, state, reason, way, ruleId, template, text, dueAt, attempts, isCounted, isRewrite, actedBy } =
    change;
  await tx
    .updateTable('review_replies')
    .set({
      changed_at: now,
      ...(widgetId !== undefined && { widget_id: widgetId }),
      ...(state !== undefined && { state }),
      ...(reason !== undefined && { reason }),
      ...(way !== undefined && { way }),
      ...(ruleId !== undefined && { rule_id: ruleId }),
      ...(template !== undefined && { template }),
      ...(text !== undefined && { body: text }),
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(attempts !== undefined && { attempts }),
      ...(isCounted !== undefined && { is_counted: isCounted }),
      ...(isRewrite !== undefined && { is_rewrite: isRewrite }),
      ...(actedBy !== undefined && { acted_by: actedBy }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** How often each template of a rule was used. */
export async function countTemplates({ tx, tenantId }: TenantScope, ruleId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('review_replies')
    .select(({ fn }) => ['template', fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .where('template', 'is not', null)
    .groupBy('template')
    .execute();
  return new Map(rows.map(({ template, count }) => [template ?? '', Number(count)]));
}

/** Counts replies by widget and state. */
export async function countReplies({
  tx,
  tenantId,
}: TenantScope): Promise<{ widgetId: string; state: ReplyState; count: number }[]> {
  const rows = await tx
    .selectFrom('review_replies')
    .select(({ fn }) => ['widget_id', 'state', fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .groupBy(['widget_id', 'state'])
    .execute();
  return rows.map(({ widget_id, state, count }) => ({
    widgetId: widget_id,
    state: oneOf(REPLY_STATES, state),
    count: Number(count),
  }));
}

/** Replies that wait for a person's decision. */
export async function countToApprove({ tx, tenantId }: TenantScope): Promise<number> {
  const { count } = await tx
    .selectFrom('review_replies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'approval')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Rejects the replies of a widget that are neither sent nor placed. */
export async function rejectOpen(
  { tx, tenantId }: TenantScope,
  id: ReplyWidgetId,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('review_replies')
    .set({ state: 'rejected', reason: 'switched_off', changed_at: now })
    .where('tenant_id', '=', tenantId)
    .where('widget_id', '=', id)
    .where('state', 'in', ['waiting', 'approval', 'ready', 'failed'])
    .execute();
}

/** Has replies written that waited for the quota, the oldest first. @returns their ids */
export async function releaseQuotaWaiting(
  { tx, tenantId }: TenantScope,
  { limit, now }: { limit: number; now: Temporal.Instant },
): Promise<ReviewReplyId[]> {
  const { rows } = await sql<{ id: string }>`
    with held as (
      select id from review_replies
      where tenant_id = ${tenantId} and state = 'approval' and reason in ('quota', 'tariff')
      order by created_at, id limit ${limit} for update)
    update review_replies reply set state = 'waiting', reason = null, due_at = ${now.toString()}::timestamptz,
      attempts = 0, changed_at = ${now.toString()}::timestamptz
    from held where reply.tenant_id = ${tenantId} and reply.id = held.id
    returning reply.id`.execute(tx);
  return rows.map(({ id }) => ReviewReplyId.parse(id));
}
