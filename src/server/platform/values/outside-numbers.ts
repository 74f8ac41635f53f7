import { z } from 'zod';

/**
 * Bounds of numbers from outside. A number beyond them cannot be stored or added to a time, so it is refused where it is
 * parsed: the payload counts as unreadable and nothing else fails.
 */

/** Largest amount in a currency's major unit. */
const LARGEST_AMOUNT = 1e12;
/** Largest count or duration in seconds: fits the database's integers. */
const LARGEST_COUNT = 1e9;
/** The end of the year 2099. */
const LAST_SECOND = 4_102_444_799;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;

/** A moment in seconds since 1970. */
export const EpochSeconds = z.int().min(0).max(LAST_SECOND);

export const isAmount = (value: number): boolean => Math.abs(value) <= LARGEST_AMOUNT;

/** An amount in a currency's major unit, also as text. */
export const OutsideAmount = z.coerce.number().refine(isAmount);

/** The number of messages that one text was sent as; stored as a small integer. */
export const PartCount = z.coerce.number().int().min(1).max(1_000);

export const isCount = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= LARGEST_COUNT;

/** Whether a moment can be stored and calculated with. */
export function isNearby(at: Temporal.Instant): boolean {
  return Math.abs(at.epochMilliseconds) <= LAST_SECOND * 1_000;
}

/**
 * The pause a service asks for, at most a day.
 *
 * @returns null for what is no pause
 */
export function pauseMsOf(seconds: unknown): number | null {
  const ms = Math.ceil(Number(seconds) * 1_000);
  return ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : null;
}
