/** Anything of the document's JSON that has fields. */
type Json = Record<string, unknown>;

type Operation = { operationId: string; security?: unknown; parameters?: Json[]; responses: Record<string, unknown> };

/** The parts of an OpenAPI document that are read here. */
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

/** Ends the name of a schema in replies, where the one in requests differs: a field with a default may be left out there. */
export const OUTPUT_SUFFIX = 'Output';

/** Moves each parameter that several calls have alike to the components, under its place and name: `query.limit`. */
export function shareParameters(document: OpenApi): OpenApi {
  const operations = Object.values(document.paths).flatMap((calls) => Object.values(calls));
  const all = operations.flatMap(({ parameters = [] }) => parameters);
  const alike = [...Map.groupBy(all, (one) => JSON.stringify(one))].toSorted(([, a], [, b]) => b.length - a.length);
  const shared: Record<string, Json> = {};
  const references = new Map<string, Json>();
  for (const [text, [parameter, ...others]] of alike) {
    const name = `${String(parameter?.['in'])}.${String(parameter?.['name'])}`;
    if (!parameter || others.length === 0 || shared[name]) continue;
    shared[name] = parameter;
    references.set(text, { $ref: `#/components/parameters/${name}` });
  }
  for (const operation of operations) {
    const parameters = operation.parameters?.map((one) => references.get(JSON.stringify(one)) ?? one);
    if (parameters) operation.parameters = parameters;
  }
  return { ...document, components: { ...document.components, parameters: shared } };
}

const SCHEMA_REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/**
 * Keeps the schemas that calls refer to, directly or through others. One that replies alone refer to needs no suffix:
 * zod-openapi gives it one because an unused schema of requests refers to it too.
 */
export function keepUsedSchemas(document: OpenApi): OpenApi {
  const { schemas = {}, ...others } = document.components;
  const used = new Set<string>();
  const waiting: unknown[] = [document.paths, others];
  for (const value of waiting) {
    for (const [, name = ''] of JSON.stringify(value).matchAll(SCHEMA_REFERENCE)) {
      if (!used.has(name)) waiting.push(schemas[name]);
      used.add(name);
    }
  }
  const nameOf = (name: string) => {
    const shorter = name.endsWith(OUTPUT_SUFFIX) ? name.slice(0, -OUTPUT_SUFFIX.length) : name;
    return used.has(shorter) ? name : shorter;
  };
  const kept = Object.entries(schemas).flatMap(([name, schema]) => (used.has(name) ? [[nameOf(name), schema]] : []));
  const components = { ...others, schemas: Object.fromEntries(kept) };
  const text = JSON.stringify({ ...document, components });
  return JSON.parse(text.replaceAll(SCHEMA_REFERENCE, (_, name) => `"#/components/schemas/${nameOf(name)}"`));
}

export function sortByName<T>(byName: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(byName).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
