import type { Visit } from '#contract/visits/calls.ts';

const MINUTE_MS = 60_000;

/** Returns whether a visit's time is over, regardless of its status. */
export function isOver({ startsAt, durationMinutes }: Pick<Visit, 'startsAt' | 'durationMinutes'>, nowMs: number) {
  return new Date(startsAt).getTime() + durationMinutes * MINUTE_MS <= nowMs;
}
