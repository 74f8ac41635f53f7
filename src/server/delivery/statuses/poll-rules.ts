import type { StatusPolls } from '#contract/channels/kind.ts';
import type { PolledStatus } from '#server/channels/port.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { StatusPoll } from './poll-queries.ts';

const FINAL: readonly PolledStatus['status'][] = ['delivered', 'read', 'failed'];

/** The next request for the status of a message; null ends them. @property isUnreported no final status has come */
export type PlannedPoll = { providerMessageId: string; nextAt: Temporal.Instant | null; isUnreported: boolean };

/**
 * Plans the next request after one that was answered.
 *
 * A final status ends them. Where statuses are posted too, requests go on until the cost is known: the provider states
 * it some time after the delivery.
 *
 * @param answer undefined when the provider does not know the message
 */
export function planPoll(
  { providerMessageId, acceptedAt }: StatusPoll,
  answer: PolledStatus | undefined,
  polls: StatusPolls,
  now: Temporal.Instant,
): PlannedPoll {
  const isFinal = answer !== undefined && FINAL.includes(answer.status);
  const isOver = isFinal && (polls.isOnlySource || answer.cost !== null);
  const later = polls.afterSeconds.map((seconds) => acceptedAt.add({ seconds })).find((at) => isAfter(at, now));
  const nextAt = isOver ? null : (later ?? null);
  return { providerMessageId, nextAt, isUnreported: !isFinal && nextAt === null && polls.isOnlySource };
}
