import { z } from 'zod';
import { isAmount, isNearby } from '#server/platform/values/outside-numbers.ts';

/** A text that may be missing or empty. */
export const TextOrNone = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null ? '' : String(value).trim()) || null);

/** A number, also as text; null when it is missing or no number. Its size is not bounded: only good for comparing. */
export const NumberOrNone = z
  .union([z.number(), z.string(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null || value === '' ? null : Number(value)))
  .transform((value) => (value !== null && !Number.isNaN(value) ? value : null));

/** An amount of money or of goods. */
export const AmountOrNone = NumberOrNone.refine((value) => value === null || isAmount(value));

/** A list that may be missing. */
export function listOrNone<Shape extends z.ZodType>(shape: Shape) {
  return z
    .array(shape)
    .nullish()
    .transform((value) => value ?? []);
}

/**
 * Parses a time written as `yyyy-MM-dd HH:mm:ss.fff`, by the wall clock of a zone, or with an offset of its own; null
 * when it is no such time.
 */
export function instantOf(text: string | null, timeZone: string): Temporal.Instant | null {
  if (text === null) return null;
  try {
    const hasOffset = /:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
    const at = hasOffset
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(timeZone).toInstant();
    return isNearby(at) ? at : null;
  } catch {
    return null;
  }
}

/** Formats a time for the vendor. */
export function stampOf(at: Temporal.PlainDateTime): string {
  return at.toString({ fractionalSecondDigits: 3 }).replace('T', ' ');
}

/** Returns the day of a time or a date; null when it is neither. */
export function dayOf(text: string | null): string | null {
  try {
    return text === null ? null : Temporal.PlainDate.from(text.slice(0, 10)).toString();
  } catch {
    return null;
  }
}

/** Converts an amount in the currency's main unit to minor units. */
export function minorOf(amount: number, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return Math.round(amount * 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
