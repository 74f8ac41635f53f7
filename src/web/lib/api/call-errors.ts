import type { ProblemBody, ProblemCode } from '#contract/problems.ts';

/** The server refused the call. */
export class CallRefused extends Error {
  override name = 'CallRefused';

  readonly code: ProblemCode;
  readonly status: number;
  readonly details: Record<string, unknown>;
  /** For support requests; set on 5xx. */
  readonly requestId: string | undefined;

  constructor({ code, details = {}, requestId }: ProblemBody, status: number) {
    super(code);
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}

/** The server could not be reached: no connection, or no reply in time. */
export class CallUnreached extends Error {
  override name = 'CallUnreached';
}

export function isRefused(error: unknown, code: ProblemCode): error is CallRefused {
  return error instanceof CallRefused && error.code === code;
}

/** Returns reasons by field path, when the refusal is about the submitted form. */
export function fieldReasons(error: unknown): Record<string, string[]> {
  if (!isRefused(error, 'request.invalid')) return {};
  const { fields } = error.details;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([path, reasons]) => [
      path,
      [reasons].flat().filter((reason) => typeof reason === 'string'),
    ]),
  );
}
