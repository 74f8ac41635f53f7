import { z } from 'zod';
import type { ConnectionTrouble } from '#contract/connections/calls.ts';
import type { Refusal } from '#server/connections/port.ts';
import type { Answer } from '#server/platform/http/http-client.ts';

/**
 * `status` is null where no answer came. `isSent`: the request left us, so a write may have been carried out although
 * no usable answer came.
 */
export type AmoRefusal = Refusal & {
  status: number | null;
  isSent: boolean;
  /** The host to which the account has moved; the request was not carried out. */
  movedTo?: string;
};
export type ApiResult<T> = { isOk: true; value: T } | AmoRefusal;

const Text = z.string().nullish().catch(null);
const Problem = z.object({
  title: Text,
  detail: Text,
  hint: Text,
  'validation-errors': z
    .array(z.object({ errors: z.array(z.object({ path: Text, detail: Text })).catch([]) }))
    .nullish()
    .catch(null),
});

/** Parses an answer, or returns the refusal with amoCRM's text. An empty list is an answer without a body. */
export function understand<Shape extends z.ZodType>(answer: Answer, shape: Shape): ApiResult<z.output<Shape> | null> {
  if (answer.kind !== 'answered')
    return failed('unreachable', answer.reason, { isTemporary: true, isSent: answer.kind === 'unknown' });
  const { status, json } = answer;
  if (status === 204) return { isOk: true, value: null };
  if (status >= 300) return refusalOf(status, textOf(json, status));
  const value = shape.safeParse(json);
  return value.success
    ? { isOk: true, value: value.data }
    : failed('unexpected_answer', whereOf(value.error), { status, isSent: true });
}

/** 402: the account's subscription is over. */
function refusalOf(status: number, text: string | null): AmoRefusal {
  if (status >= 500 || status === 408) return failed('unreachable', text, { isTemporary: true, status, isSent: true });
  if (status === 401) return failed('token_expired', text, { status });
  if (status === 402) return failed('licence_expired', text, { status });
  return failed(status === 403 ? 'rights_missing' : 'unexpected_answer', text, { status });
}

function textOf(json: unknown, status: number): string | null {
  const problem = Problem.safeParse(json).data;
  const errors = (problem?.['validation-errors'] ?? []).flatMap(({ errors: own }) =>
    own.map(({ path, detail }) => [path, detail].filter(Boolean).join(': ')),
  );
  const words = [problem?.hint || problem?.detail || problem?.title, ...errors].filter(Boolean).join('; ');
  return (words || (status >= 500 ? `HTTP ${status}` : null))?.slice(0, 500) ?? null;
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
  rest: { isTemporary?: boolean; retryAfterMs?: number | null; status?: number | null; isSent?: boolean } = {},
): AmoRefusal {
  const { isTemporary = false, retryAfterMs = null, status = null, isSent = false } = rest;
  return { isOk: false, trouble, text, isTemporary, retryAfterMs, status, isSent };
}
