import type { FieldReason } from '#contract/field-reasons-values.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';

/** A refusal the caller can act on. Anything else that is thrown is a bug and answers 500. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ProblemCode, details?: Record<string, unknown>, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.details = details;
    this.status = PROBLEMS[code];
  }
}

/** A refusal of one field of a well-formed body; the web shows it at that field of the form. */
export function wrongField(field: string, reason: FieldReason): Problem {
  return new Problem('request.invalid', { fields: { [field]: [reason] } });
}
