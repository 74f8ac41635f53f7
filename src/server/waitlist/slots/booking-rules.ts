import type { SlotId } from '#contract/waitlist/calls.ts';

/** Seconds between attempts to reach the booking system; then a member enters the visit. */
const RETRY_SECONDS = [10, 30, 60, 180, 300];

/** @param failures failed calls so far. @returns null: no further attempt */
export function retryAfterSeconds(failures: number): number | null {
  return RETRY_SECONDS[failures] ?? null;
}

/** Key of the notice that asks members to enter a visit. */
export const noticeKey = (slotId: SlotId) => `slot:${slotId}`;
