import { isBefore } from '#server/platform/values/instant-rules.ts';

/** Seconds in which a sign-in code can be entered (the specification, section 5). */
const CODE_SECONDS = 30;
/** Codes that one phone gets on a day (the specification, section 5). */
export const CODES_PER_DAY = 3;

export function codeExpiryOf(sentAt: Temporal.Instant): Temporal.Instant {
  return sentAt.add({ seconds: CODE_SECONDS });
}

/** Seconds in which a code can still be entered; 0 when it is over. */
export function secondsLeft(expiresAt: Temporal.Instant | null, now: Temporal.Instant): number {
  return expiresAt ? Math.max(0, now.until(expiresAt).total('seconds')) : 0;
}

/** After this time a person is asked for the phone again. */
const AWAITED_MINUTES = 10;

/** Whether a person who was sent a code may still be about to enter one, this or the next. */
export function isAwaited(expiresAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return expiresAt !== null && isBefore(now, expiresAt.add({ minutes: AWAITED_MINUTES }));
}

/** A code without the spaces and dashes that people put between its digits. */
export const digitsOf = (typed: string): string => typed.replaceAll(/\D/g, '');
