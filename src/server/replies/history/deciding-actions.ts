import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/replies/calls.ts';
import type { ReviewReply, ReviewReplyId } from '#contract/replies/calls.ts';
import type { ReplyState } from '#contract/replies/values.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { writeReplyJob } from '#server/replies/jobs.ts';
import { lockReply, type ReplyChange, type StoredReply } from '#server/replies/storage/reply-queries.ts';
import { changeReply, publish, returnQuota } from '#server/replies/writing/settling-actions.ts';
import { findReplyRow } from './history-queries.ts';

/** A person may publish a reply in these states. */
const OPEN: readonly ReplyState[] = ['waiting', 'approval', 'failed'];

/**
 * Publishes a reply with the words of a member.
 *
 * @throws {Problem} `review_reply.not_found`; `review_reply.wrong_state` where it was decided before
 */
export async function approveReply(
  scope: MemberScope,
  id: ReviewReplyId,
  { text }: BodyOf<typeof contract.approveReviewReply>,
): Promise<ReviewReply> {
  const reply = await requireReply(scope, id, OPEN);
  await publish(scope, reply, { text, memberId: scope.memberId });
  return readReply(scope, id);
}

/** Publishes replies as they are written; those that were decided meanwhile, and those without a text, are left out. */
export async function approveReplies(
  scope: MemberScope,
  { replyIds }: BodyOf<typeof contract.approveReviewReplies>,
): Promise<ReplyOf<typeof contract.approveReviewReplies>> {
  const counts = { approved: 0, failed: 0, omitted: 0 };
  for (const id of new Set(replyIds.toSorted())) {
    const reply = await lockReply(scope, { id });
    if (reply?.state !== 'approval' || reply.text === '') {
      counts.omitted += 1;
      continue;
    }
    await publish(scope, reply, { text: reply.text, memberId: scope.memberId });
    const { state } = await readReply(scope, id);
    if (state === 'sent' || state === 'ready') counts.approved += 1;
    else counts.failed += 1;
  }
  return counts;
}

type Change = BodyOf<typeof contract.changeReviewReply>['change'];

const FROM: Readonly<Record<Change, readonly ReplyState[]>> = {
  reject: ['waiting', 'approval', 'failed', 'ready'],
  restore: ['rejected'],
  place: ['ready'],
  unplace: ['placed'],
  rewrite: ['approval', 'failed', 'rejected'],
};

/** @throws {Problem} `review_reply.not_found`; `review_reply.wrong_state` where it was decided before */
export async function changeState(scope: MemberScope, id: ReviewReplyId, change: Change): Promise<ReviewReply> {
  const reply = await requireReply(scope, id, FROM[change]);
  if (reply.state === 'waiting') await returnQuota(scope, reply);
  await changeReply(scope, id, { ...changeOf(scope, change), actedBy: scope.memberId });
  if (change === 'rewrite') await enqueue(scope, writeReplyJob, { tenantId: scope.tenantId, replyId: id });
  return readReply(scope, id);
}

function changeOf({ clock }: MemberScope, change: Change): ReplyChange {
  switch (change) {
    case 'reject':
      return { state: 'rejected', reason: null };
    case 'restore':
      return { state: 'approval', reason: 'rewritten' };
    case 'place':
      return { state: 'placed' };
    case 'unplace':
      return { state: 'ready' };
    case 'rewrite':
      // NOTE: another text is another reply of the model, and takes one of the quota
      return { state: 'waiting', reason: null, isRewrite: true, isCounted: false, attempts: 0, dueAt: clock.now() };
  }
}

async function requireReply(
  scope: MemberScope,
  id: ReviewReplyId,
  states: readonly ReplyState[],
): Promise<StoredReply> {
  const reply = await lockReply(scope, { id });
  if (!reply) throw new Problem('review_reply.not_found');
  if (!states.includes(reply.state)) throw new Problem('review_reply.wrong_state', { state: reply.state });
  return reply;
}

async function readReply(scope: MemberScope, id: ReviewReplyId): Promise<ReviewReply> {
  const reply = await findReplyRow(scope, id);
  if (!reply) throw new Problem('review_reply.not_found');
  return reply;
}
