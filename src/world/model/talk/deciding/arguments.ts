import { isRecord } from '../../../values/fields.ts';
import {
  type JsonSchema,
  allowsNull,
  branchesOf,
  enumOf,
  itemsOf,
  propertiesOf,
  requiredOf,
  typesOf,
} from '../../protocol/json-schema.ts';
import type { Tool } from '../../protocol/types.ts';

/**
 * Arguments as a tool's schema wants them: what it does not know is left out, what it requires is filled in, and a value
 * of another type becomes the nearest one of its type.
 */
export function fitArguments(tool: Tool, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = propertiesOf(tool.parameters);
  if (properties.length === 0) return {};
  const required = requiredOf(tool.parameters);
  const wanted = properties.filter(([name]) => values[name] !== undefined || required.includes(name));
  return Object.fromEntries(wanted.map(([name, schema]) => [name, fitValue(schema, values[name])]));
}

/** A value for every property that is required, as small as its schema allows. */
export const sampleCall = (tool: Tool): Record<string, unknown> => fitArguments(tool, {});

export function fitValue(schema: JsonSchema, value: unknown): unknown {
  const allowed = enumOf(schema);
  if (allowed) return fitEnum(schema, allowed, value);
  if (value == null) return allowsNull(schema) ? null : emptyValue(schema);
  const types = typesOf(schema);
  if (types.includes(typeof value) || types.length === 0) return value;
  if (Array.isArray(value) ? types.includes('array') : isRecord(value) && types.includes('object')) return value;
  if (types.includes('integer') && Number.isFinite(Number(value))) return Math.round(Number(value));
  if (types.includes('number') && Number.isFinite(Number(value))) return Number(value);
  if (types.includes('string'))
    return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  if (types.includes('array')) return [fitValue(itemsOf(schema), value)];
  return allowsNull(schema) ? null : emptyValue(schema);
}

function fitEnum(schema: JsonSchema, allowed: readonly unknown[], value: unknown): unknown {
  if (allowed.includes(value)) return value;
  return allowsNull(schema) || allowed.includes(null) ? null : allowed[0];
}

export function emptyValue(schema: JsonSchema): unknown {
  const allowed = enumOf(schema);
  if (allowed) return allowed[0];
  if (allowsNull(schema)) return null;
  const [type] = typesOf(schema);
  if (type === 'object')
    return Object.fromEntries(
      propertiesOf(schema)
        .filter(([name]) => requiredOf(schema).includes(name))
        .map(([name, property]) => [name, emptyValue(property)]),
    );
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return Number(schema['minimum'] ?? 0);
  const [branch] = branchesOf(schema);
  return branch ? emptyValue(branch) : '';
}
