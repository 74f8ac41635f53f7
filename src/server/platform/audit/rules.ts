/** Fields as an audit entry has them. */
export type AuditFields = Readonly<Record<string, unknown>>;

/** Stands for a secret, before and after alike. */
export const SECRET_MARK = '•••';

const SECRET_NAME = /pass(?:word|phrase)|secret|token|api_?key|^key$|credential|authorization|^code$|recovery|hash/i;
const LONGEST_TEXT = 500;
const MOST_ITEMS = 50;
const DEEPEST = 4;

/**
 * The changed fields alone, secrets marked and long values cut. A field is changed where the two differ as JSON; a secret
 * that changed has the mark on both sides.
 *
 * @returns null when both are given and nothing differs
 */
export function auditedFields(
  before: AuditFields | null,
  after: AuditFields | null,
): { before: AuditFields | null; after: AuditFields | null } | null {
  if (!before || !after) return { before: before && shortened(before), after: after && shortened(after) };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => jsonOf(before[name]) !== jsonOf(after[name]));
  if (changed.length === 0) return null;
  const pick = (fields: AuditFields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: shortened(pick(before)), after: shortened(pick(after)) };
}

const jsonOf = (value: unknown) => JSON.stringify(value ?? null);

const shortened = (fields: AuditFields): AuditFields => shortenedFields(fields, DEEPEST);

function shortenedFields(fields: AuditFields, depth: number): AuditFields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .slice(0, MOST_ITEMS)
      .map(([name, value]) => [
        name,
        SECRET_NAME.test(name) && value !== null ? SECRET_MARK : shortValue(value, depth),
      ]),
  );
}

function shortValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (value instanceof Temporal.Instant) return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item: unknown) => shortValue(item, depth - 1));
  return shortenedFields(value as AuditFields, depth - 1); // NOTE: neither a list nor an instant
}
