/** Seconds between the checks of a pending payment: a notification only shortens the wait. */
const CHECK_SECONDS = [60, 300, 900, 3600, 21_600] as const;
const DAY_SECONDS = 86_400;

/** Returns how long to wait for the next check, after so many. */
export function nextCheckSeconds(checks: number): number {
  return CHECK_SECONDS[checks] ?? DAY_SECONDS;
}

/**
 * Hours for which the bank opens one payment per key. A payment that it has not answered by then was given to nobody, and is
 * not opened any more.
 */
export const MAX_OPENING_HOURS = 20;
