import type { CommandOutcome } from '#server/connections/command-port.ts';

/** Pauses before further attempts of what was not reached; the last one repeats. */
const PAUSES_S = [10, 30, 120, 600, 1_800, 3_600];
/** Pauses before an unknown outcome is looked up. */
const LOOKUPS_S = [30, 120, 600, 3_600];

export type NextState = {
  state: 'waiting' | 'done' | 'refused' | 'unknown';
  /** Null: it is over, or a person must look. */
  dueAt: Temporal.Instant | null;
  trouble: string | null;
  text: string | null;
};

/**
 * Returns the state after an outcome.
 *
 * @param attempts so far, this one included
 * @param usefulUntil after it nothing is tried again
 */
export function afterOutcome(
  outcome: CommandOutcome,
  {
    attempts,
    now,
    usefulUntil,
    canFind,
  }: {
    attempts: number;
    now: Temporal.Instant;
    usefulUntil: Temporal.Instant;
    canFind: boolean;
  },
): NextState {
  const over = { dueAt: null, trouble: null, text: null };
  switch (outcome.kind) {
    case 'done':
      return { ...over, state: 'done' };
    case 'refused':
      return { ...over, state: 'refused', trouble: outcome.trouble, text: outcome.text };
    case 'unknown': {
      const dueAt = canFind ? now.add({ seconds: LOOKUPS_S[0] ?? 30 }) : null;
      return { state: 'unknown', dueAt, trouble: 'unreachable', text: outcome.text };
    }
    case 'unreached': {
      const pauseMs = Math.max(outcome.retryAfterMs ?? 0, 1_000 * (PAUSES_S[attempts - 1] ?? PAUSES_S.at(-1) ?? 0));
      const dueAt = now.add({ milliseconds: pauseMs });
      const isLate = Temporal.Instant.compare(dueAt, usefulUntil) > 0;
      const { trouble, text } = outcome;
      return isLate
        ? { ...over, state: 'refused', trouble: 'too_late', text }
        : { state: 'waiting', dueAt, trouble, text };
    }
  }
}

/**
 * Returns the state after a check of an unknown outcome.
 *
 * @param lookups so far, this one included
 */
export function afterLookup(
  found: { isDone: boolean } | null,
  { lookups, now }: { lookups: number; now: Temporal.Instant },
): NextState {
  if (found?.isDone) return { state: 'done', dueAt: null, trouble: null, text: null };
  if (found) return { state: 'waiting', dueAt: now, trouble: null, text: null };
  const pause = LOOKUPS_S[lookups];
  const dueAt = pause === undefined ? null : now.add({ seconds: pause });
  return { state: 'unknown', dueAt, trouble: 'unreachable', text: null };
}
