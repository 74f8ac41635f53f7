import type { ProblemBody, ProblemCode } from '#contract/problems.ts';
import { CallRefused } from './call-errors.ts';
import { loadTexts } from '#web/lib/format/i18n.ts';

/** Parses a refusal from a response that is not 2xx, also from a proxy that sends no JSON, and loads the texts of refusals. */
export async function toCallRefused(response: Response): Promise<CallRefused> {
  const [body, isKnown] = await Promise.all([
    response.json().catch((): unknown => null),
    loadCodes(),
    loadTexts(['refusals']).catch(() => undefined), // NOTE: without them the refusal itself still counts
  ]);
  const problem = isProblemBody(body) && isKnown(body.code) ? body : { code: codeOfStatus(response.status) };
  const retryAfter = response.headers.get('Retry-After');
  const details = retryAfter ? { ...problem.details, retryAfterSeconds: Number(retryAfter) } : problem.details;
  return new CallRefused({ ...problem, details }, response.status);
}

/** Whether a code is one of ours; the first load of the cabinet goes without their list. */
async function loadCodes(): Promise<(code: string) => boolean> {
  try {
    const { PROBLEMS } = await import('#contract/problems.ts');
    return (code) => Object.hasOwn(PROBLEMS, code);
  } catch {
    return () => true; // NOTE: the connection was lost since the answer
  }
}

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

function codeOfStatus(status: number): ProblemCode {
  if (status === 404) return 'request.not_found';
  if (status === 413) return 'request.too_large';
  if (status === 429) return 'request.too_often';
  if (status >= 502) return 'server.unavailable';
  return 'server.failed';
}
