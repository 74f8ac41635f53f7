import { isAfter } from '#server/platform/values/instant-rules.ts';

/** Seconds between the checks of a pending payment: a notification only shortens the wait. */
const CHECK_SECONDS = [60, 300, 900, 3600, 21_600] as const;
const DAY_SECONDS = 86_400;

/** Returns how long to wait for the next check, after so many. */
export function nextCheckSeconds(checks: number): number {
  return CHECK_SECONDS[checks] ?? DAY_SECONDS;
}

/** Hours for which the bank opens one payment, refund or card per key. */
const MAX_OPENING_HOURS = 20;

/** Whether the bank would take the key for another one: such an opening was given to nobody, and is not repeated. */
export const isTooOldToOpen = (openedAt: Temporal.Instant, now: Temporal.Instant): boolean =>
  isAfter(now, openedAt.add({ hours: MAX_OPENING_HOURS }));
