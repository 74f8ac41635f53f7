import type { z } from 'zod';
import type { FieldReason, FieldReasons } from './field-reasons-values.ts';

/**
 * Checks a value, with reasons of ours for everything the schema names none for.
 *
 * @returns the parsed value, or the reasons by field
 */
export function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema>; fields?: never } | { data?: never; fields: FieldReasons } {
  const parsed = schema.safeParse(value, { error: reasonOf });
  return parsed.success ? { data: parsed.data } : { fields: fieldsOf(parsed.error) };
}

/** The reason for a problem of a value; the schema library's own words are never shown. */
export function reasonOf(issue: { input?: unknown; code?: string; origin?: unknown; minimum?: unknown }): FieldReason {
  if (issue.input === undefined) return 'required';
  switch (issue.code) {
    case 'too_big':
      return TOO_BIG[String(issue.origin)] ?? 'range';
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_type':
      return 'wrong_type';
    case 'invalid_value':
      return 'unknown';
    case 'invalid_format':
      return issue.input === '' ? 'required' : 'format';
    case 'unrecognized_keys':
      return 'not_kept';
    default:
      return 'invalid';
  }
}

const TOO_BIG: Readonly<Record<string, FieldReason>> = {
  string: 'too_long',
  array: 'too_numerous',
  set: 'too_numerous',
  file: 'too_long',
};

function tooSmall({ origin, minimum }: { origin?: unknown; minimum?: unknown }): FieldReason {
  if (origin === 'array') return 'required';
  if (origin === 'string') return minimum === 1 ? 'required' : 'too_short';
  return 'range';
}

function fieldsOf(error: z.ZodError): FieldReasons {
  const fields: FieldReasons = {};
  for (const issue of error.issues.flatMap(nearestIssues)) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) (fields[path.join('.')] ??= []).push(issue.message);
  }
  return fields;
}

/** For a value that matches no shape of a union, the issues of the shape it matches best. */
function nearestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length);
  return nearest?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}
