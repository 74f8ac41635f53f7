/** Fields of results that have names of the business, in its own language. */
const NAME_FIELDS: ReadonlySet<string> = new Set([
  'service',
  'title',
  'master',
  'name',
  'branch',
  'address',
  'category',
]);

/** Names of services, people and places in results of functions. */
export function namesIn(result: unknown): string[] {
  if (Array.isArray(result)) return result.flatMap(namesIn);
  if (typeof result !== 'object' || result === null) return [];
  return Object.entries(result).flatMap(([field, value]): string[] => {
    if (typeof value !== 'string') return namesIn(value);
    return NAME_FIELDS.has(field) ? [value] : [];
  });
}
