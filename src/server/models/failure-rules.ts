import type { Answer } from '#server/platform/http/http-client.ts';

/**
 * How a call of a model failed:
 * - `unreached`, `lost`: no connection, or it broke before the whole answer.
 * - `timeout`: no whole answer in the time of a step.
 * - `limited`: 429 · `failed`: 408, 409, 5xx · `forbidden`: 401, 403 · `missing`: 404 · `rejected`: other 4xx.
 * - `unreadable`: 2xx or a redirect without a completion, e.g. a page in HTML.
 * - `refused`: the provider's filter declined the call's content.
 */
export type Failure =
  | 'unreached'
  | 'lost'
  | 'timeout'
  | 'limited'
  | 'failed'
  | 'forbidden'
  | 'missing'
  | 'rejected'
  | 'unreadable'
  | 'refused';

/** @returns null for 2xx; whether it can be read is seen by its reader */
export function failureOf(answer: Answer): Failure | null {
  if (answer.kind === 'unreached') return answer.reason === 'timeout' ? 'timeout' : 'unreached';
  if (answer.kind === 'unknown') return answer.reason === 'timeout' ? 'timeout' : 'lost';
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  if (status < 400) return 'unreadable';
  if (status === 429) return 'limited';
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 408 || status === 409 || status >= 500) return 'failed';
  return errorCode(answer.json) === 'content_filter' ? 'refused' : 'rejected';
}

/** The provider's code of an error, e.g. `insufficient_quota`. */
export function errorCode(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !('error' in json)) return null;
  const { error } = json;
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Failures in a row after which a model is not called for a while. */
const FAILURES_TO_OPEN = 3;
const SHORTEST_MS = 15_000;
const LONGEST_MS = 300_000;
const WHEN_LIMITED_MS = 10_000;

/**
 * For how long a model is not called after a failure; null: it is called as before. An error of the account opens the
 * breaker at once, a limit for the time that the provider states, others when they come in a row.
 *
 * @param failures in a row, this one included
 */
export function breakMs(
  failure: Failure,
  { failures, retryAfterMs, code }: { failures: number; retryAfterMs: number | null; code: string | null },
): number | null {
  if (failure === 'forbidden' || failure === 'missing' || code === 'insufficient_quota') return LONGEST_MS;
  if (failure === 'limited') return Math.min(retryAfterMs ?? WHEN_LIMITED_MS, LONGEST_MS);
  if (failures < FAILURES_TO_OPEN) return null;
  return Math.min(SHORTEST_MS * 2 ** (failures - FAILURES_TO_OPEN), LONGEST_MS);
}

/** A failure of the call's content says nothing about the model. */
export function countsAgainstModel(failure: Failure): boolean {
  return failure !== 'rejected' && failure !== 'refused';
}

/** @param nowMs by the machine's clock, for a date */
export function retryAfterMs(headers: Record<string, string>, nowMs: number): number | null {
  const { 'retry-after-ms': ms, 'retry-after': after } = headers;
  if (ms && /^\d+(\.\d+)?$/.test(ms)) return Math.round(Number(ms));
  if (!after) return null;
  if (/^\d+(\.\d+)?$/.test(after)) return Math.round(Number(after) * 1_000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
