import { isRecord } from '../../values/fields.ts';

/** A JSON schema as it came: parts of it are read with care. */
export type JsonSchema = Record<string, unknown>;

/** The types a schema allows; `anyOf` counts with all of its branches. */
export function typesOf(schema: JsonSchema): string[] {
  const own = Array.isArray(schema['type']) ? schema['type'].map(String) : [schema['type']].flatMap(toTypes);
  const branches = branchesOf(schema).flatMap(typesOf);
  const [value] = enumOf(schema) ?? [];
  const implied =
    own.length + branches.length === 0 && value !== undefined ? [value === null ? 'null' : typeof value] : [];
  return [...new Set([...own, ...branches, ...implied])];
}

const toTypes = (type: unknown) => (typeof type === 'string' ? [type] : []);

export const allowsNull = (schema: JsonSchema) => typesOf(schema).includes('null');

/** The branches of `anyOf` and `oneOf`. */
export function branchesOf(schema: JsonSchema): JsonSchema[] {
  return [schema['anyOf'], schema['oneOf']].flatMap((branches) =>
    Array.isArray(branches) ? branches.filter(isRecord) : [],
  );
}

export function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const own = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
  return own.flatMap(([name, property]): [string, JsonSchema][] => (isRecord(property) ? [[name, property]] : []));
}

export const requiredOf = (schema: JsonSchema): string[] =>
  Array.isArray(schema['required']) ? schema['required'].map(String) : [];

/** The values of `enum` or `const`, also those of branches. */
export function enumOf(schema: JsonSchema): unknown[] | null {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  if ('const' in schema) return [schema['const']];
  const branches = branchesOf(schema).map(enumOf);
  return branches.some((values) => values !== null) ? branches.flatMap((values) => values ?? []) : null;
}

export const itemsOf = (schema: JsonSchema): JsonSchema => (isRecord(schema['items']) ? schema['items'] : {});

export const descriptionOf = (schema: JsonSchema): string => String(schema['description'] ?? schema['title'] ?? '');

/** Finds what a strict schema must not have: a missing `required`, or more properties than named. */
export function strictViolation(schema: unknown, path: readonly string[] = []): string | null {
  if (!isRecord(schema)) return null;
  const context = `In context=(${path.map((step) => `'${step}'`).join(', ')})`;
  const properties = propertiesOf(schema);
  if (properties.length > 0 || schema['type'] === 'object') {
    if (schema['additionalProperties'] !== false)
      return `${context}, 'additionalProperties' is required to be supplied and to be false.`;
    const required = requiredOf(schema);
    const missing = properties.find(([name]) => !required.includes(name));
    if (missing)
      return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing[0]}'.`;
  }
  for (const [name, property] of properties) {
    const found = strictViolation(property, [...path, 'properties', name]);
    if (found) return found;
  }
  for (const [index, branch] of branchesOf(schema).entries()) {
    const found = strictViolation(branch, [...path, 'anyOf', String(index)]);
    if (found) return found;
  }
  return strictViolation(schema['items'], [...path, 'items']);
}
