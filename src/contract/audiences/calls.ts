import { z } from 'zod';
import { CONDITION_WORDS } from './words.ts';
import { AUDIENCE_FIELDS, CHOICE_VALUES, LIST_FIELDS, MAX_CONDITIONS, NO_LIMIT, RANGE_FIELDS } from './values.ts';

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
  z.object({ field: z.literal('visit_number'), value: z.enum(CHOICE_VALUES.visit_number) }),
  z.object({ field: z.literal('booking_way'), value: z.enum(CHOICE_VALUES.booking_way) }),
  z.object({ field: z.literal('next_visit'), value: z.enum(CHOICE_VALUES.next_visit) }),
  z.object({ field: z.literal('answered'), value: z.enum(CHOICE_VALUES.answered) }),
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
        conditions: z.array(FlowCondition).min(1, { error: 'required' }).max(MAX_CONDITIONS),
      }),
    )
    .max(10)
    .default([]),
});
export type FlowConditions = z.infer<typeof FlowConditions>;

/** A condition on a contact. Fields of visits compare all visits that the contact attended: one must match. */
export type AudienceCondition = FlowCondition & { field: (typeof AUDIENCE_FIELDS)[number] };

/** Conditions on contacts, as {@link FlowConditions} are conditions on a subject. */
export type AudienceConditions = Pick<FlowConditions, 'match'> & {
  groups: readonly { match: FlowConditions['match']; conditions: readonly AudienceCondition[] }[];
};

/** {@link AudienceConditions} of a request: a field that cannot be asked of a contact is refused. */
export const GivenAudience = FlowConditions.superRefine(({ groups }, context) => {
  for (const [group, { conditions }] of groups.entries()) {
    for (const [index, condition] of conditions.entries())
      for (const [part, message] of wrongIn(condition))
        context.addIssue({ code: 'custom', path: ['groups', group, 'conditions', index, part], message });
  }
});

function wrongIn(condition: FlowCondition): ['field' | 'values', string][] {
  if (!isOfContact(condition)) return [['field', 'not_offered']];
  if (!('values' in condition)) return [];
  const { field, values } = condition;
  if (new Set(values).size < values.length) return [['values', 'repeated']];
  const known = CONDITION_WORDS[field];
  return known && values.some((value) => !known.includes(value)) ? [['values', 'unknown']] : [];
}

export function isOfContact(condition: FlowCondition): condition is AudienceCondition {
  return AUDIENCE_FIELDS.some((field) => field === condition.field);
}
