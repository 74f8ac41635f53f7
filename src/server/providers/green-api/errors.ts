import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { Checked, SendOutcome } from '#server/channels/port.ts';
import type { GreenApiFailure } from './api.ts';

/** Classifies a refusal by its status and words; https://green-api.com/en/docs/api/common-errors/ */
export function classify(status: number, text: string): ErrorClass {
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500 || /starting process|try later/i.test(text)) return 'temporary';
  if (status === 466) return 'quota';
  if (/not authorized/i.test(text)) return 'auth';
  if (status === 401 || status === 404) return 'auth';
  if (/blocked|suspended|yellow card/i.test(text)) return 'account_blocked';
  if (/tariff|quota|limit/i.test(text)) return 'quota';
  if (/chatId|noAccount|not exist/i.test(text)) return 'recipient_invalid';
  return status === 403 ? 'auth' : 'content_rejected';
}

/** The outcome of a send that was not accepted. */
export function outcomeOf(answer: GreenApiFailure): SendOutcome {
  if (answer.kind === 'unknown') return { kind: 'unknown', text: answer.reason };
  if (answer.kind === 'unreached') return unreached('temporary', answer.reason, answer.reason, null);
  if (answer.kind === 'strange') {
    const text = `HTTP ${answer.status}`;
    // A proxy's page proves nothing about the send; 429 and 503 are refusals before processing.
    return [429, 503].includes(answer.status)
      ? unreached('temporary', String(answer.status), text, null)
      : { kind: 'unknown', text };
  }
  const { status, text, retryAfterMs } = answer;
  const errorClass = classify(status, text);
  if (errorClass === 'rate_limited' || errorClass === 'temporary')
    return unreached(errorClass, String(status), text, retryAfterMs);
  return { kind: 'refused', errorClass, code: String(status), text };
}

function unreached(
  errorClass: 'rate_limited' | 'temporary',
  code: string,
  text: string,
  retryAfterMs: number | null,
): SendOutcome {
  return { kind: 'unreached', errorClass, code, text, retryAfterMs, scope: 'channel' };
}

/** The problem of a call that is not a send. @param refused where the words name no other problem */
export function troubleOf(answer: GreenApiFailure, refused: ChannelTrouble): Extract<Checked<never>, { isOk: false }> {
  if (answer.kind === 'strange')
    return {
      isOk: false,
      trouble: 'unexpected_answer',
      text: `HTTP ${answer.status}`,
      isTemporary: answer.status >= 500 || answer.status === 429,
    };
  if (answer.kind !== 'refused') return { isOk: false, trouble: 'unreachable', text: answer.reason, isTemporary: true };
  const { status, text } = answer;
  const errorClass = classify(status, text);
  if (errorClass === 'rate_limited' || errorClass === 'temporary')
    return { isOk: false, trouble: 'unreachable', text, isTemporary: true };
  return { isOk: false, trouble: TROUBLES[errorClass] ?? refused, text, isTemporary: false };
}

const TROUBLES: Partial<Record<ErrorClass, ChannelTrouble>> = {
  auth: 'signed_out',
  account_blocked: 'blocked',
  quota: 'payment_needed',
};
