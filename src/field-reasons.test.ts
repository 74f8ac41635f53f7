import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { FIELD_REASONS } from '#contract/field-reasons-values.ts';
import { checkValue } from '#contract/field-reasons.ts';

/** Values that most fields refuse, each for another cause. */
const GARBAGE = ['', ' ', 'x'.repeat(200_000), 'кириллица 1', -1, 1.5, 1e12, null, true, [], [null], {}, { x: 1 }];

const files = globSync('contract/**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
const modules = await Promise.all(files.map(async (file): Promise<object> => import(join(import.meta.dirname, file))));
const schemas = modules.flatMap((module) =>
  Object.values(module).flatMap((value: unknown) => {
    if (value instanceof z.ZodType) return [value];
    const call = z.object({ body: z.instanceof(z.ZodType), query: z.instanceof(z.ZodType) }).safeParse(value);
    return call.success ? [call.data.body, call.data.query] : [];
  }),
);

test('whatever a field is refused for, the reason is one of ours', () => {
  expect(schemas.length).toBeGreaterThan(300);
  const reasons = new Set(schemas.flatMap((schema) => valuesFor(schema).flatMap((value) => reasonsOf(schema, value))));
  expect([...reasons].filter((reason) => !FIELD_REASONS.includes(reason as never))).toEqual([]); // NOTE: `includes` wants its own type
  expect(reasons.size).toBeGreaterThan(15);
});

test('an unknown field of a strict body is named, and not only that there is one', () => {
  const body = z.strictObject({ fullName: z.string().optional() });
  expect(checkValue(body, { balance: 5 }).fields).toEqual({ balance: ['not_kept'] });
});

const reasonsOf = (schema: z.ZodType, value: unknown) => Object.values(checkValue(schema, value).fields ?? {}).flat();

/** The garbage itself, and objects with garbage in one of the fields. */
function valuesFor(schema: z.ZodType): unknown[] {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const filled = GARBAGE.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
  return [undefined, ...GARBAGE, ...filled];
}
