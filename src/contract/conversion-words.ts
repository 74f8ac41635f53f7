/** Words of the conversion that both sides know at run time; without Zod, as `values.ts`. */

/** Days after a message in which a customer's coming counts for it (the specification, section 9). */
export const CONVERSION_WINDOWS = [7, 14, 21, 30] as const;

export const CONVERSION_PERIODS = ['day', 'week', 'month', 'year'] as const;

/** How far a message can come. */
export const CONVERSION_STEPS = ['sent', 'delivered', 'read', 'answered', 'visited'] as const;
