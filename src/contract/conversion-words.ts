/** Words of the conversion that both sides know at run time; without Zod, as `values.ts`. */

/** Days after a message in which a contact's visit counts for it (the specification, section 9). */
export const CONVERSION_WINDOWS = [7, 14, 21, 30] as const;

export const CONVERSION_PERIODS = ['day', 'week', 'month', 'year'] as const;

/** Steps a message can reach. */
export const CONVERSION_STEPS = ['sent', 'delivered', 'read', 'answered', 'visited'] as const;
