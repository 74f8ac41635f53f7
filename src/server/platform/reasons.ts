import type { z } from 'zod';

/** Field path → reasons, in the words of the contract's `error` texts or Zod's codes. */
export function fieldsOf(error: z.ZodError | undefined): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of (error?.issues ?? []).flatMap(nearestIssues))
    (fields[issue.path.join('.')] ??= []).push(issue.message);
  return fields;
}

/** The contract's words for what is wrong with any field alike; other reasons without a word are Zod's own. */
export function reasonOf(issue: { input?: unknown; code?: string; origin?: unknown }): string | undefined {
  if (issue.input === undefined) return 'required';
  return issue.code === 'too_big' && issue.origin === 'string' ? 'too_long' : undefined;
}

/** What fits none of several shapes is told what the nearest of them lacks. */
function nearestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length);
  return nearest?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}
