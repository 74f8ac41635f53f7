import type { FlowConditions } from '#contract/audiences/calls.ts';

/** Properties of recent custom events, by event name. */
export type KnownProperties = readonly { eventName: string; properties: readonly string[] }[];

/** Pattern of property names that API clients may use. */
export const PROPERTY_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,39}$/u;

/**
 * Returns whether a name in a text can be a property of the events in the conditions. For events that were never sent
 * the
 * properties are unknown: then any name may be one.
 */
export function mayBeProperty(name: string, { groups }: FlowConditions, known: KnownProperties): boolean {
  if (!PROPERTY_NAME.test(name)) return false;
  const used = groups.flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.field === 'event_name' && 'values' in one && !one.isNot ? one.values : [])),
  );
  const followed = known.filter(({ eventName }) => used.length === 0 || used.includes(eventName));
  const isNew = followed.length === 0 || followed.length < new Set(used).size;
  return isNew || followed.some(({ properties }) => properties.includes(name));
}
