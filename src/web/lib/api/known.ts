/**
 * Parses values without reliable types: the search part of a URL, the subject of a notice or a trace.
 *
 * An invalid value is `undefined`, like an absent one.
 */

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Parses a whole number; in a URL it is text. */
export function countIn(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) ? count : undefined;
}

/** Parses a flag; in a URL it is text. */
export function flagIn(value: unknown): boolean | undefined {
  return [true, false].find((flag) => flag === value || String(flag) === value);
}

export function wordIn<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

export function wordsIn<Word extends string>(words: readonly Word[], value: unknown): Word[] {
  return [value].flat().flatMap((one) => wordIn(words, one) ?? []);
}

/** Parses an id; whether the object exists, and whether the member may see it, is for the server. */
export function idIn<Id extends string>(value: unknown): Id | undefined {
  return typeof value === 'string' && ID.test(value) ? (value as Id) : undefined; // NOTE: brands exist for the compiler alone
}

/** ISO 8601 in UTC, as all our instants travel. */
export function instantIn(value: unknown): string | undefined {
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** An IANA time zone this browser knows. */
export function timeZoneIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return value;
  } catch {
    return undefined;
  }
}
