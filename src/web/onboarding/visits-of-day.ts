import type { Visit } from '#contract/visits.ts';

const MINUTE_MS = 60_000;

/** Whether a visit's time has run out, whatever became of it. */
export function isOver({ startsAt, durationMinutes }: Pick<Visit, 'startsAt' | 'durationMinutes'>, nowMs: number) {
  return new Date(startsAt).getTime() + durationMinutes * MINUTE_MS <= nowMs;
}
