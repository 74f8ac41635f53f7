import type { ConversationId } from '#contract/conversations/calls.ts';
import { findWaitingSince } from '#server/conversations/inbound/inbound-queries.ts';
import { answerJob, type messageReceived } from '#server/conversations/jobs.ts';
import { findMergedInto } from '#server/conversations/threads/queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { QUIET_TIME, quietUntil } from './rules.ts';

/** Queues the turn of an inbound message for when the contact pauses. */
export async function queueTurn(scope: ActionScope, event: EventOf<typeof messageReceived>): Promise<void> {
  const { conversationId: id } = event.facts;
  const conversationId = (await findMergedInto(scope, id)) ?? id;
  const waitingSince = await findWaitingSince(scope, conversationId);
  if (waitingSince !== null) await queueAfterPause(scope, conversationId, waitingSince);
}

/** @param since when the first message of the turn came */
export async function queueAfterPause(
  scope: ActionScope,
  conversationId: ConversationId,
  since: Temporal.Instant,
): Promise<void> {
  const runAt = quietUntil(QUIET_TIME, since, scope.clock.now());
  await enqueue(scope, answerJob, { tenantId: scope.tenantId, conversationId, failures: 0 }, { runAt });
}
