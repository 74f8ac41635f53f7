import { ReviewReplyId, type ReplyWidgetId } from '#contract/replies/calls.ts';
import type { ReviewId } from '#contract/reviews/calls.ts';
import { aiReviewsLeft } from '#server/billing/ai-review-actions.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue, enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/values/ids.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { takesOwn } from '#server/replies/deciding/choosing-rules.ts';
import { writeReplyJob } from '#server/replies/jobs.ts';
import { insertReply, lockReply, releaseQuotaWaiting } from '#server/replies/storage/reply-queries.ts';
import { listWidgets } from '#server/replies/storage/widget-queries.ts';
import { changeReply, noteToApprove, returnQuota } from './settling-actions.ts';

/** Replies that are released at once. */
const MAX_RELEASED = 500;

/**
 * Begins the reply to a review of our own page, where a widget that is on takes such reviews. Which rule writes it is
 * decided when it is due: until then the contact may change the stars and add a text.
 */
export async function followReview(scope: ActionScope, reviewId: ReviewId): Promise<void> {
  const widget = (await listWidgets(scope)).find(({ isEnabled, settings }) => isEnabled && takesOwn(settings));
  if (!widget) return;
  const dueAt = scope.clock.now().add({ minutes: widget.settings.delayMinutes });
  await beginReply(scope, { widgetId: widget.id, reviewId, platformReviewId: null, source: 'own', dueAt });
}

type ReplyToBegin = Omit<Parameters<typeof insertReply>[1], 'id'> & { widgetId: ReplyWidgetId };

/** Begins a reply and queues its writing. A review that has one keeps it. */
export async function beginReply(scope: ActionScope, reply: ReplyToBegin): Promise<void> {
  const id = newId(ReviewReplyId);
  if (!(await insertReply(scope, { ...reply, id }, scope.clock.now()))) return;
  await enqueue(scope, writeReplyJob, { tenantId: scope.tenantId, replyId: id }, { runAt: reply.dueAt });
  await announce(scope, 'replies');
}

/** Begins the reply to a pasted review: it is written at once, since a member waits to copy it. */
export async function beginPasted(
  scope: ActionScope,
  pasted: Pick<ReplyToBegin, 'widgetId' | 'source'> & { platformReviewId: string },
): Promise<void> {
  await beginReply(scope, { ...pasted, reviewId: null, dueAt: scope.clock.now() });
}

const OPEN: ReadonlySet<string> = new Set(['waiting', 'approval', 'failed']);

/** Ends a reply that is still open: a person has answered the review. */
export async function followAnswer(scope: ActionScope, reviewId: ReviewId): Promise<void> {
  const reply = await lockReply(scope, { reviewId });
  if (!reply || !OPEN.has(reply.state)) return;
  await returnQuota(scope, reply);
  await changeReply(scope, reply.id, { state: 'answered', reason: null });
}

/** Has the replies written that waited for the quota, as many as it has. */
export async function followAiTopUp(scope: ActionScope, left: number): Promise<void> {
  const { tenantId } = scope;
  const now = scope.clock.now();
  const ids = await releaseQuotaWaiting(scope, { limit: Math.min(left, MAX_RELEASED), now });
  await enqueueAll(
    scope,
    ids.map((replyId) => prepareJob(writeReplyJob, { tenantId, replyId }, { runAt: now })),
  );
  await noteToApprove(scope);
}

/** Has the replies written that waited for a tariff with them. */
export async function followTariff(scope: ActionScope): Promise<void> {
  if (!(await hasAbility(scope, 'review_replies', scope.clock.now()))) return;
  const left = await aiReviewsLeft(scope);
  if (left > 0) await followAiTopUp(scope, left);
}
