import type { Decision, DueRow } from '#server/delivery/ledger/dispatch-rules.ts';

/**
 * Splits off sends that the quota does not cover, which keep waiting. This precedes the spacing of messages: a
 * message that is not sent must not take a place there.
 *
 * @param quotaLeft how many messages may still be counted
 */
export function withinQuota(
  rows: readonly Pick<DueRow, 'isCounted'>[],
  decisions: readonly Decision[],
  quotaLeft: number,
): Decision[] {
  let left = quotaLeft;
  return decisions.map((decision, n) => {
    if (decision.kind !== 'send' || rows[n]?.isCounted) return decision;
    return left-- > 0 ? decision : { kind: 'hold' };
  });
}

/**
 * Ends of pauses are rounded to this grid: messages that two runs delay to the same moment are due at the same, and
 * are sent in their order.
 */
const LINE_GRID_MS = 500;

/**
 * Keeps the channel's pause between two messages to one recipient: the first of several is sent, the others are
 * delayed.
 *
 * @param freeInMs by recipient: milliseconds until the channel may send to them again
 */
export function spaceByRecipient(
  decisions: readonly Decision[],
  freeInMs: ReadonlyMap<string, number>,
  pauseMs: number,
  now: Temporal.Instant,
): Decision[] {
  const nextMs = new Map(freeInMs);
  return decisions.map((decision) => {
    if (decision.kind !== 'send') return decision;
    const { recipient } = decision.message;
    const waitMs = nextMs.get(recipient) ?? 0;
    nextMs.set(recipient, Math.max(0, waitMs) + pauseMs);
    if (waitMs <= 0) return decision;
    return { kind: 'defer', rule: null, until: onGrid(now.add({ milliseconds: Math.ceil(waitMs) })), compared: {} };
  });
}

function onGrid(at: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(at.epochMilliseconds / LINE_GRID_MS) * LINE_GRID_MS);
}
