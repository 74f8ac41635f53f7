import { z } from 'zod';
import { isAmount, isCount } from '#server/platform/values/outside-numbers.ts';

/*
 * The vendor's answers come out of PHP: numbers arrive as texts now and then, flags as 0/1 or texts, and an object
 * without fields as an empty list.
 */

/** An id as text; the vendor sends numbers or text. */
export const Id = z.union([z.string().min(1), z.number()]).transform(String);

/** An id that may be missing; 0 means none. */
export const IdOrNone = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null || Number(value) === 0 ? null : String(value)));

/** A number, also as text; null when it is missing or no number. */
export const NumberOrNone = z
  .union([z.number(), z.string(), z.null()])
  .optional()
  .transform((value) => {
    if (value === undefined || value === null || value === '') return null;
    const number = Number(value);
    return Number.isNaN(number) ? null : number;
  })
  .refine((value) => value === null || isAmount(value));

/** A count, or a duration in seconds. */
export const CountOrNone = NumberOrNone.refine((value) => value === null || isCount(value));

/** A text that may be missing or empty. */
export const TextOrNone = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => {
    const text = value === undefined || value === null ? '' : String(value).trim();
    return text === '' ? null : text;
  });

/** A boolean; null when it is missing. */
export const FlagOrNone = z
  .union([z.boolean(), z.number(), z.string(), z.null()])
  .optional()
  .transform((value) => {
    if (value === undefined || value === null || value === '') return null;
    return value === true || value === 'true' || Number(value) === 1;
  });

/** An object that may be missing, null or an empty list. */
export function objectOrNone<Shape extends z.ZodType>(shape: Shape) {
  const missing = z.union([z.null(), z.array(z.unknown()).length(0)]).transform(() => null);
  return z
    .union([missing, shape])
    .optional()
    .transform((value) => value ?? null);
}

/** A list that may be missing. */
export function listOrNone<Shape extends z.ZodType>(shape: Shape) {
  return z
    .union([z.array(shape), z.null()])
    .optional()
    .transform((value) => value ?? []);
}

/** A list that may be missing; unreadable elements are omitted. */
export function listOfKnown<Shape extends z.ZodType>(shape: Shape) {
  return z
    .union([z.array(z.unknown()), z.null()])
    .optional()
    .transform((value) =>
      (value ?? []).flatMap((one) => {
        const read = shape.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );
}
