import type { z } from 'zod';

/** Field path → reasons, in the terms of the contract's `error` texts or Zod's codes. */
export function fieldsOf(error: z.ZodError | undefined): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of (error?.issues ?? []).flatMap(nearestIssues))
    (fields[issue.path.join('.')] ??= []).push(issue.message);
  return fields;
}

/** The contract's reason for problems that any field can have; other reasons without one are Zod's own. */
export function reasonOf(issue: { input?: unknown; code?: string; origin?: unknown }): string | undefined {
  if (issue.input === undefined) return 'required';
  return issue.code === 'too_big' && issue.origin === 'string' ? 'too_long' : undefined;
}

/** For a value that matches no shape of a union, the issues of the shape it matches best. */
function nearestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length);
  return nearest?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}
