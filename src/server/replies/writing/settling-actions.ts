import type { MemberId } from '#contract/tenants/ids.ts';
import type { ReplyReason } from '#contract/replies/values.ts';
import type { ReviewReplyId } from '#contract/replies/calls.ts';
import { returnAiReviews } from '#server/billing/ai-review-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  countToApprove,
  type ReplyChange,
  type StoredReply,
  updateReply,
} from '#server/replies/storage/reply-queries.ts';
import { answerReview } from '#server/reviews/answers/answer-actions.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';

/** Changes a reply, and refreshes open pages and the notice of replies that wait for members. */
export async function changeReply(scope: ActionScope, id: ReviewReplyId, change: ReplyChange): Promise<void> {
  await updateReply(scope, id, change, scope.clock.now());
  await noteToApprove(scope);
}

/** Raises one notice while replies wait for a decision, however many there are. */
export async function noteToApprove(scope: ActionScope): Promise<void> {
  const now = scope.clock.now();
  const count = await countToApprove(scope);
  const key = 'replies_to_approve';
  if (count === 0) await resolveNotice(scope, now, key);
  else await raiseNotice(scope, now, { kind: key, key, severity: 'attention', params: { count } });
  await announce(scope, 'replies');
}

/**
 * Sends the text of a reply to the contact, or makes it ready to be copied. Where the contact cannot be written to, the
 * reply says why; where a person answered first, theirs is the answer.
 *
 * @param text with the signature
 * @param memberId who approved it; null: nobody
 */
export async function publish(
  scope: ActionScope,
  { id, reviewId }: Pick<StoredReply, 'id' | 'reviewId'>,
  { text, memberId }: { text: string; memberId: MemberId | null },
): Promise<void> {
  const by = memberId ? { actedBy: memberId } : {};
  if (!reviewId) return changeReply(scope, id, { state: 'ready', reason: null, text, ...by });
  try {
    await answerReview(scope, reviewId, { text, memberId });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'review.answered') return changeReply(scope, id, { state: 'answered', reason: null });
    const reason = reasonOf(error);
    if (!reason) throw error;
    return changeReply(scope, id, { state: reason === 'message_quota' ? 'approval' : 'failed', reason, text, ...by });
  }
  return changeReply(scope, id, { state: 'sent', reason: null, text, ...by });
}

const RULES = ['no_contact', 'no_channel', 'opted_out', 'template_missing'] as const satisfies readonly ReplyReason[];

function reasonOf({ code, details }: Problem): ReplyReason | null {
  if (code === 'message_quota.exhausted') return 'message_quota';
  return (code === 'review.cannot_answer' && RULES.find((rule) => rule === details?.rule)) || null;
}

/** Returns what a reply took from the quota, because its text was not written or is not used. */
export async function returnQuota(scope: ActionScope, { id, isCounted }: StoredReply): Promise<void> {
  if (!isCounted) return;
  await returnAiReviews(scope, 1);
  await updateReply(scope, id, { isCounted: false }, scope.clock.now());
}
