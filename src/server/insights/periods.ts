import { type Problem, wrongField } from '#server/platform/problem.ts';

/** A period that ends before it begins; named is the day that was asked for. */
export function backwards({ to }: { to?: string | undefined }): Problem {
  return wrongField(to === undefined ? 'from' : 'to', 'range');
}
