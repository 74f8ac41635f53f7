import {
  type AudienceCondition,
  type AudienceConditions,
  type FlowCondition,
  type FlowConditions,
  isOfContact,
} from '#contract/audiences/calls.ts';
import { type LostValue, SegmentId } from '#contract/audiences/segments.ts';

type AnyConditions = { groups: readonly { conditions: readonly FlowCondition[] }[] };

/** Ids of the segments that conditions refer to. */
export function segmentIdsIn({ groups }: AnyConditions): SegmentId[] {
  const all = groups.flatMap(({ conditions }) => conditions);
  const ids = all.flatMap((one) => ('values' in one && one.field === 'segment' ? one.values : []));
  return [...new Set(ids)].flatMap((id) => SegmentId.safeParse(id).data ?? []);
}

/** Fields that compare the visits which a contact attended. */
const HELD_FIELDS: ReadonlySet<FlowCondition['field']> = new Set([
  'branch',
  'service',
  'master',
  'service_category',
  'source',
  'booking_way',
]);

/** Whether some condition compares the visits which a contact attended. */
export function needsVisits({ groups }: AnyConditions): boolean {
  return groups.some(({ conditions }) => conditions.some(({ field }) => HELD_FIELDS.has(field)));
}

/** Stored or checked conditions as conditions on contacts. */
export function ofContacts({ match, groups }: FlowConditions): AudienceConditions {
  return {
    match,
    groups: groups.flatMap((group) => {
      const conditions: AudienceCondition[] = group.conditions.filter(isOfContact);
      return conditions.length > 0 ? [{ match: group.match, conditions }] : [];
    }),
  };
}

/** Things that conditions may refer to and that can be deleted, by field: the values that exist. */
export type KnownValues = ReadonlyMap<FlowCondition['field'], ReadonlySet<string>>;

/** The values of conditions that are there no more. */
export function lostValues({ groups }: AnyConditions, known: KnownValues): LostValue[] {
  return groups.flatMap(({ conditions }, group) =>
    conditions.flatMap((one, condition) => {
      const existing = known.get(one.field);
      if (!existing || !('values' in one)) return [];
      return one.values.filter((value) => !existing.has(value)).map((value) => ({ group, condition, value }));
    }),
  );
}

/** A condition whose removal is tried: its place, or the group of which one condition is enough. */
export type Unit = { group: number; condition: number | null };

/** The parts of conditions of which each must hold; none where one group of several is enough. */
export function unitsOf({ match, groups }: AudienceConditions): Unit[] {
  if (match === 'any' && groups.length > 1) return [];
  return groups.flatMap((group, index): Unit[] =>
    group.match === 'any' && group.conditions.length > 1
      ? [{ group: index, condition: null }]
      : group.conditions.map((_, condition) => ({ group: index, condition })),
  );
}
