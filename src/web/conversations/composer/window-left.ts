const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A window that closes within this time is shown as urgent. */
const URGENT_MS = 2 * HOUR_MS;

export type WindowLeft = { hours: number; minutes: number; isUrgent: boolean };

/**
 * Time left in which the channel takes free text.
 *
 * @param windowUntil ISO 8601
 * @returns null where the window is closed
 */
export function windowLeft(windowUntil: string, nowMs: number): WindowLeft | null {
  const leftMs = Date.parse(windowUntil) - nowMs;
  if (leftMs <= 0) return null;
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, isUrgent: leftMs < URGENT_MS };
}
