import type { z } from 'zod';

export type Fields<T> = { ok: true; value: T; unknown: string[] } | { ok: false; issues: Issue[]; unknown: string[] };
export type Issue = { path: string; message: string };

/**
 * Reads a body by a strict schema the way a vendor does: fields it does not know are reported but do no harm.
 *
 * NOTE: unknown keys are only found outside unions, so the schemas of the services have none of objects.
 */
export function readFields<T>(schema: z.ZodType<T>, body: unknown): Fields<T> {
  const first = schema.safeParse(body);
  if (first.success) return { ok: true, value: first.data, unknown: [] };

  const unknown: string[] = [];
  const cleaned: unknown = structuredClone(body);
  for (const issue of first.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) {
      unknown.push([...issue.path, key].join('.'));
      removeAt(cleaned, issue.path, key);
    }
  }
  const second = schema.safeParse(cleaned);
  if (second.success) return { ok: true, value: second.data, unknown };
  return { ok: false, unknown, issues: toIssues(second.error) };
}

export function toIssues(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

function removeAt(root: unknown, path: readonly PropertyKey[], key: string): void {
  const parent = path.reduce<unknown>((value, step) => (isRecord(value) ? value[String(step)] : undefined), root);
  if (isRecord(parent)) delete parent[key];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
