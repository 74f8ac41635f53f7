/**
 * Reads JSON that came from outside. What the database cannot keep is taken out of its texts: a zero character, and
 * half of a surrogate pair. One strange letter must not cost the message it stands in, nor others beside it.
 *
 * @throws {SyntaxError} when it is no JSON
 */
export function parseOutside(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return MAY_HOLD_UNSTORABLE.test(text) ? storable(value) : value;
}

/** Both can only stand in JSON as escapes; nearly all there is holds none, and is not walked through. */
const MAY_HOLD_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** A text of which the database can keep every character. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storable(part)]));
}
