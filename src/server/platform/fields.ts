import { OTHER_FIELDS } from '#contract/values.ts';

/** Fields a thing is known to have; those of its lists' things are told as if there were one. `true`: nobody looks inside. */
export type KnownFields = { readonly [name: string]: KnownFields | true };

/** Fields whose inside nobody looks at. @param lines names with spaces between them */
export function fieldsNamed(...lines: string[]): KnownFields {
  return Object.fromEntries(lines.flatMap((line) => line.split(' ')).map((name) => [name, true as const]));
}

/**
 * What a posted thing has beyond what is known of it, by path and each once; the place in a list is left out, for the
 * same field is unknown in each. No more than names are told: what they hold may be personal.
 *
 * @param posted as it came
 * @param known its fields, or what a schema made of it: fields the schema does not know are gone
 * @param path of the thing itself
 */
export function fieldsBeyond(posted: unknown, known: unknown, path = ''): string[] {
  return [...new Set(beyond(posted, known, path))].slice(0, MOST_FIELDS);
}

const MOST_FIELDS = 20;
const LONGEST_PATH = 80;

function beyond(posted: unknown, known: unknown, path: string): string[] {
  if (Array.isArray(posted))
    return posted.flatMap((one: unknown, index) => {
      if (Array.isArray(one)) return [];
      return beyond(one, Array.isArray(known) ? known[index] : known, path);
    });
  if (!isRecord(posted) || !isRecord(known)) return [];
  return Object.entries(posted).flatMap(([name, value]) => {
    const place = (path ? `${path}.${nameOf(name)}` : nameOf(name)).slice(0, LONGEST_PATH);
    return Object.hasOwn(known, name) ? beyond(value, known[name], place) : [place];
  });
}

/** Some key their lists by a phone or a mail address: such a key is no name. */
function nameOf(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$ -]*$/u.test(key) && !/\d{5}/.test(key) ? key : '*';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How often each is there. */
export function countsOf(fields: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(fields, (field) => field)].map(([field, all]) => [field, all.length]));
}

/**
 * Who makes up names must not fill a table: what is beyond so many is counted under one name.
 *
 * @param known names that are counted already
 * @returns in the order of their names, so that two who count cannot wait for each other
 */
export function boundedCounts(
  counts: ReadonlyMap<string, number>,
  known: ReadonlySet<string>,
  most: number,
): [field: string, count: number][] {
  const bounded = new Map<string, number>();
  let room = most - known.size;
  for (const [field, count] of counts) {
    const isNew = !known.has(field);
    const name = isNew && room <= 0 ? OTHER_FIELDS : field;
    if (isNew && room > 0) room -= 1;
    bounded.set(name, (bounded.get(name) ?? 0) + count);
  }
  return [...bounded].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
