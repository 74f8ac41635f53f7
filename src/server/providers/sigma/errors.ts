import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { SendOutcome } from '#server/channels/port.ts';
import type { SigmaResult } from './api.ts';

/** Sigma states the reason in words alone; the first that fits counts. */
const WORDS: readonly [RegExp, ErrorClass][] = [
  [/balance|баланс|средств/i, 'quota'],
  [/token|unauthori[sz]ed|авториз/i, 'auth'],
  [/account.*block|аккаунт.*заблокирован|заблокирован.*аккаунт/i, 'account_blocked'],
  [/unsubscribed|opted?.?out|отписа/i, 'opted_out'],
  [/sender|отправител/i, 'content_rejected'],
  [/recipient|phone|номер|абонент|получател/i, 'recipient_invalid'],
];

/** Classifies a refusal by its HTTP status, then by its words. */
export function classOf(text: string, status = 400): ErrorClass {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500) return 'temporary';
  return WORDS.find(([words]) => words.test(text))?.[1] ?? 'content_rejected';
}

/** Determines the outcome of a send that was not accepted. An error of the server proves nothing, except 429 and 503. */
export function outcomeOf(result: Exclude<SigmaResult, { kind: 'ok' }>): SendOutcome {
  if (result.kind === 'unknown') return { kind: 'unknown', text: result.reason };
  if (result.kind === 'unreached') return unreached('temporary', result.reason, result.reason);
  const text = result.kind === 'refused' ? result.text : `HTTP ${result.status}`;
  const { status } = result;
  const isServers = status >= 500 && status !== 503;
  if (isServers || (result.kind === 'strange' && status !== 429 && status !== 503)) return { kind: 'unknown', text };
  const errorClass = classOf(text, status);
  if (errorClass !== 'rate_limited' && errorClass !== 'temporary')
    return { kind: 'refused', errorClass, code: String(status), text };
  return unreached(errorClass, String(status), text, result.kind === 'refused' ? result.retryAfterMs : null);
}

function unreached(
  errorClass: 'rate_limited' | 'temporary',
  code: string,
  text: string,
  retryAfterMs: number | null = null,
): SendOutcome {
  return { kind: 'unreached', errorClass, code, text, retryAfterMs, scope: 'channel' };
}
