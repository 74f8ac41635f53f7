import type { Decision, DueRow } from './dispatch-rules.ts';

/**
 * Sends the quota does not cover wait where they are. They are told apart before messages line up: what does not leave
 * takes nobody's place in the line.
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

/** Ends of pauses are put on a grid: what two runs line up for the same moment is due at the same, and leaves in its order. */
const LINE_GRID_MS = 500;

/**
 * Keeps the channel's pause between two messages to one person: of several, the first goes and the others line up.
 *
 * @param freeInMs by recipient: in how long the channel may write to her again
 */
export function lineUp(
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
