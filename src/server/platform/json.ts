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

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storable(part)]));
}
