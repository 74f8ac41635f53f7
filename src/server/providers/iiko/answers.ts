import { z } from 'zod';
import type { ConnectionTrouble } from '#contract/connections/calls.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import type { Answer } from '#server/platform/http/http-client.ts';

/** `status` and `code` distinguish refusals of the same trouble; null where there is none. */
export type ApiResult<T> =
  | { isOk: true; value: T }
  | (Extract<ProviderResult<T>, { isOk: false }> & { status: number | null; code: string | null });

type Answered = Extract<Answer, { kind: 'answered' }>;

const Refusal = z.object({
  errorDescription: z.string().nullish().catch(null),
  error: z.string().nullish().catch(null),
});

/** Parses an answer, or returns the refusal. 408: the restaurant's own computer did not answer the vendor in time. */
export function understand<Shape extends z.ZodType>(answer: Answer, shape: Shape): ApiResult<z.output<Shape>> {
  if (answer.kind !== 'answered') return failed('unreachable', answer.reason, { isTemporary: true });
  const { status } = answer;
  if (status >= 300) {
    const { code, text } = wordsOf(answer);
    if (status >= 500 || status === 408) return failed('unreachable', text, { isTemporary: true, status, code });
    return failed(isClosedBy(status) ? 'rights_missing' : 'unexpected_answer', text, { status, code });
  }
  const value = shape.safeParse(answer.json);
  return value.success
    ? { isOk: true, value: value.data }
    : failed('unexpected_answer', whereOf(value.error), { status });
}

/** Returns whether the login lacks the method. */
export function isClosed(result: ApiResult<unknown>): boolean {
  return !result.isOk && result.status !== null && isClosedBy(result.status);
}

/** Returns whether the refusal is permanent: a retry would get the same answer. */
export function isRefused(result: ApiResult<unknown>): boolean {
  return !result.isOk && (result.trouble === 'rights_missing' || result.trouble === 'unexpected_answer');
}

const isClosedBy = (status: number) => status === 401 || status === 403;

/** Returns the vendor's text. */
function wordsOf({ json, status }: Answered): { code: string | null; text: string | null } {
  const { errorDescription, error } = Refusal.safeParse(json).data ?? {};
  const message = errorDescription || error || (status >= 500 ? `HTTP ${status}` : null);
  return { code: error ?? null, text: message?.slice(0, 500) ?? null };
}

export function whereOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`)
    .join('; ');
}

export function failed(
  trouble: ConnectionTrouble,
  text: string | null,
  rest: { isTemporary?: boolean; retryAfterMs?: number; status?: number | null; code?: string | null } = {},
): Extract<ApiResult<never>, { isOk: false }> {
  const { isTemporary = false, retryAfterMs = null, status = null, code = null } = rest;
  return { isOk: false, trouble, text, isTemporary, retryAfterMs, status, code };
}
