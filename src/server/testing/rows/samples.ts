import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The smallest value that a call's schema accepts, generated from its JSON Schema.
 * @param uuid the value of every id
 */
export function sampleOf(shape: z.ZodType, uuid: string): unknown {
  return sample(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }), uuid);
}

/** Whether a schema contains an id. */
export function hasIds(shape: z.ZodType): boolean {
  return JSON.stringify(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })).includes('"format":"uuid"');
}

/**
 * Like {@link sampleOf}, with all optional properties and one item in every list.
 * @param without names of properties that cannot be combined with others
 */
export function fullSampleOf(shape: z.ZodType, uuid: string, without: readonly string[] = []): unknown {
  return sample(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }), uuid, without);
}

function sample(schema: JsonSchema | boolean, uuid: string, without?: readonly string[]): unknown {
  if (typeof schema === 'boolean') return null;
  const { const: constant, enum: options, anyOf, oneOf } = schema;
  if (constant !== undefined) return constant;
  if (options) return options[0];
  const [first] = anyOf ?? oneOf ?? schema.allOf ?? [];
  if (first !== undefined) return sample(first, uuid, without);
  if (schema.type === 'object') return sampleObject(schema, uuid, without);
  if (schema.type === 'array') return sampleArray(schema, uuid, without);
  if (schema.type === 'string') return sampleString(schema, uuid);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return Math.max(0, schema.minimum ?? 0);
}

function sampleObject(
  { properties = {}, required = [] }: JsonSchema,
  uuid: string,
  without?: readonly string[],
): unknown {
  const wanted = Object.entries(properties).filter(([name]) =>
    without ? !without.includes(name) : required.includes(name),
  );
  return Object.fromEntries(wanted.map(([name, schema]) => [name, sample(schema, uuid, without)]));
}

function sampleArray({ items, minItems = 0 }: JsonSchema, uuid: string, without?: readonly string[]): unknown {
  const length = Math.max(minItems, without ? 1 : 0);
  const item = Array.isArray(items) ? items[0] : items;
  return item === undefined ? [] : Array.from({ length }, () => sample(item, uuid, without));
}

function sampleString({ format, pattern, minLength = 1 }: JsonSchema, uuid: string): string {
  if (format === 'uuid') return uuid;
  if (format === 'email') return 'somebody@salon.example';
  if (format === 'date') return '2026-03-02';
  if (format === 'date-time') return '2026-03-02T08:00:00Z';
  if (format === 'uri') return 'https://salon.example/';
  if (pattern?.startsWith(String.raw`^\+`)) return '+79161234567';
  if (pattern?.startsWith('^#')) return '#0f766e';
  if (pattern?.startsWith(String.raw`^\d{4}-(0[1-9]|1[0-2])$`)) return '2026-03';
  if (pattern?.includes(':(?:00|30)') || pattern?.includes(':[0-5]')) return '12:00';
  return '1'.repeat(Math.max(1, minLength));
}
