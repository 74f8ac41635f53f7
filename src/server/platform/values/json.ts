/**
 * Parses JSON received from outside. Characters that the database cannot store are removed from its texts: a zero
 * character, and half of a surrogate pair. One such character must not lose the message, or others received with
 * it.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export function parseOutside(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return MAY_HOLD_UNSTORABLE.test(text) ? storable(value) : value;
}

/** Both can occur in JSON only as escapes; most payloads have none and are not traversed. */
const MAY_HOLD_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Removes the characters that the database cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Removes the characters that the database cannot store from all texts of a value, names of fields included. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storableText(key), storable(part)]));
}

/** Serializes a value canonically: the order of fields does not matter. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
