import { OTHER_FIELDS } from '#contract/connections/values.ts';

/** The known fields of an object; elements of a list share one entry. `true`: the value is not inspected. */
export type KnownFields = { readonly [name: string]: KnownFields | true };

/** Declares fields whose values are not inspected. @param lines field names separated by spaces */
export function fieldsNamed(...lines: string[]): KnownFields {
  return Object.fromEntries(lines.flatMap((line) => line.split(' ')).map((name) => [name, true as const]));
}

/**
 * Lists the fields of a received object that are not known, by path, each once. Paths leave out list indexes, because
 * the same field is unknown in each element. Only names are returned: values may be personal data.
 *
 * @param payload as received
 * @param known its known fields, or the parsed object: fields the schema does not know are gone from it
 * @param path of the object itself
 */
export function fieldsBeyond(payload: unknown, known: unknown, path = ''): string[] {
  return [...new Set(beyond(payload, known, path))].slice(0, MAX_FIELDS);
}

const MAX_FIELDS = 20;
const LONGEST_PATH = 80;

function beyond(payload: unknown, known: unknown, path: string): string[] {
  if (Array.isArray(payload))
    return payload.flatMap((one: unknown, index) => {
      if (Array.isArray(one)) return [];
      return beyond(one, Array.isArray(known) ? known[index] : known, path);
    });
  if (!isRecord(payload) || !isRecord(known)) return [];
  return Object.entries(payload).flatMap(([name, value]) => {
    const place = (path ? `${path}.${nameOf(name)}` : nameOf(name)).slice(0, LONGEST_PATH);
    return Object.hasOwn(known, name) ? beyond(value, known[name], place) : [place];
  });
}

/** Replaces keys that are data: some services key their lists by a phone number or an e-mail address. */
function nameOf(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$ -]*$/u.test(key) && !/\d{5}/.test(key) ? key : '*';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Counts each field. */
export function countsOf(fields: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(fields, (field) => field)].map(([field, all]) => [field, all.length]));
}

/**
 * Bounds the number of counted names, so that a service that makes up names cannot fill the table: names beyond the
 * limit are counted under one name.
 *
 * @param known names that are counted already
 * @returns ordered by name, so that two transactions that count cannot deadlock
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
