import type { FlowConditions } from './audiences.ts';

/** What events of a business's own were posted with lately, by the names of the events. */
export type PostedProperties = readonly { eventName: string; properties: readonly string[] }[];

/** As programs may call a property. */
export const PROPERTY_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,39}$/u;

/**
 * Whether a name in a text can be a property of the events that conditions ask for. Of events that were never posted
 * nobody can tell: then any name may be one.
 */
export function mayBeProperty(name: string, { groups }: FlowConditions, posted: PostedProperties): boolean {
  if (!PROPERTY_NAME.test(name)) return false;
  const asked = groups.flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.field === 'event_name' && 'values' in one && !one.isNot ? one.values : [])),
  );
  const followed = posted.filter(({ eventName }) => asked.length === 0 || asked.includes(eventName));
  const isNew = followed.length === 0 || followed.length < new Set(asked).size;
  return isNew || followed.some(({ properties }) => properties.includes(name));
}
