import { type Problem, wrongField } from '#server/platform/values/problem.ts';

/** The refusal of a period that ends before it begins, at the day that was given. */
export function backwards({ to }: { to?: string | undefined }): Problem {
  return wrongField(to === undefined ? 'from' : 'to', 'range');
}
