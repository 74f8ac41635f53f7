import { PROBLEMS } from '#contract/problems.ts';
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

/** Parses a refusal from a response that is not 2xx, also from a proxy that sends no JSON. */
export async function toCallRefused(response: Response): Promise<CallRefused> {
  const body: unknown = await response.json().catch(() => null);
  const problem = isProblemBody(body) ? body : { code: codeOfStatus(response.status) };
  const retryAfter = response.headers.get('Retry-After');
  const details = retryAfter ? { ...problem.details, retryAfterSeconds: Number(retryAfter) } : problem.details;
  return new CallRefused({ ...problem, details }, response.status);
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

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && Object.hasOwn(PROBLEMS, String(body.code));
}

function codeOfStatus(status: number): ProblemCode {
  if (status === 404) return 'request.not_found';
  if (status === 413) return 'request.too_large';
  if (status === 429) return 'request.too_often';
  if (status >= 502) return 'server.unavailable';
  return 'server.failed';
}
