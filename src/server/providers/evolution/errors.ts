import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { Checked, SendOutcome } from '#server/channels/port.ts';
import type { EvolutionFailure } from './api.ts';

/** Classifies a refusal by its status and words. */
export function classify(status: number, text: string): ErrorClass {
  if (status === 429) return 'rate_limited';
  if (/"exists":\s*false/.test(text)) return 'recipient_invalid';
  if (/connection closed|not connected|disconnected/i.test(text)) return 'auth';
  if (status === 408 || status >= 500) return 'temporary';
  if (status === 401 || status === 403 || status === 404) return 'auth';
  return 'content_rejected';
}

/** The outcome of a send that was not accepted. */
export function outcomeOf(answer: EvolutionFailure): SendOutcome {
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
export function troubleOf(answer: EvolutionFailure, refused: ChannelTrouble): Extract<Checked<never>, { isOk: false }> {
  if (answer.kind === 'strange') {
    const isTemporary = answer.status >= 500 || answer.status === 429;
    return { isOk: false, trouble: 'unexpected_answer', text: `HTTP ${answer.status}`, isTemporary };
  }
  if (answer.kind !== 'refused') return { isOk: false, trouble: 'unreachable', text: answer.reason, isTemporary: true };
  const { status, text } = answer;
  const errorClass = classify(status, text);
  if (errorClass === 'rate_limited' || errorClass === 'temporary')
    return { isOk: false, trouble: 'unreachable', text, isTemporary: true };
  return { isOk: false, trouble: errorClass === 'auth' ? 'signed_out' : refused, text, isTemporary: false };
}
