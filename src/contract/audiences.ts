import { z } from 'zod';
import { NO_LIMIT } from './flow-words.ts';
import { LIST_FIELDS, RANGE_FIELDS } from './values.ts';

/**
 * Both ends belong to a range; `-1` at both means any (the specification, section 5), `NO_LIMIT` at the upper end means
 * open. Hours go from 0 to 23.
 */
const RANGE = { from: z.int().min(-1).max(NO_LIMIT), to: z.int().min(-1).max(NO_LIMIT) };
export const Range = z.object(RANGE).refine(isRange, { path: ['to'], error: 'range' });
export type Range = z.infer<typeof Range>;

function isRange({ from, to }: { from: number; to: number }): boolean {
  return (from === -1 && to === -1) || (from >= 0 && from < to);
}

/** One condition on a subject; `isNot` negates it. */
export const FlowCondition = z.discriminatedUnion('field', [
  z.object({
    field: z.enum(LIST_FIELDS),
    isNot: z.boolean().default(false),
    /** Ids, or values of the field. */
    values: z.array(z.string().trim().min(1).max(200)).min(1, { error: 'required' }).max(500),
  }),
  z.object({ field: z.enum(RANGE_FIELDS), ...RANGE }).refine(isRange, { path: ['to'], error: 'range' }),
  z.object({ field: z.literal('visit_number'), value: z.enum(['first', 'repeated']) }),
  z.object({ field: z.literal('booking_way'), value: z.enum(['online', 'staff']) }),
]);
export type FlowCondition = z.infer<typeof FlowCondition>;

const Match = z.enum(['all', 'any']);

/** All or any of the groups, and in each all or any of its conditions; without groups every contact matches. */
export const FlowConditions = z.object({
  match: Match.default('all'),
  groups: z
    .array(
      z.object({
        match: Match.default('all'),
        conditions: z.array(FlowCondition).min(1, { error: 'required' }).max(20),
      }),
    )
    .max(10)
    .default([]),
});
export type FlowConditions = z.infer<typeof FlowConditions>;
