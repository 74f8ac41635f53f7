import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { Checked } from '#server/channels/port.ts';
import type { SigmaResult } from './api.ts';
import { classOf } from './errors.ts';

const TROUBLES: Readonly<Partial<Record<string, ChannelTrouble>>> = {
  auth: 'wrong_credentials',
  account_blocked: 'blocked',
  quota: 'payment_needed',
};

/** The trouble of a channel behind a refusal. */
export function refused(result: Exclude<SigmaResult, { kind: 'ok' }>): Checked<never> {
  if (result.kind === 'strange')
    return {
      isOk: false,
      trouble: 'unexpected_answer',
      text: `HTTP ${result.status}`,
      isTemporary: result.status >= 500,
    };
  if (result.kind !== 'refused') return { isOk: false, trouble: 'unreachable', text: result.reason, isTemporary: true };
  const { text, status } = result;
  const errorClass = classOf(text, status);
  const isTemporary = errorClass === 'temporary' || errorClass === 'rate_limited';
  return {
    isOk: false,
    trouble: isTemporary ? 'unreachable' : (TROUBLES[errorClass] ?? 'unexpected_answer'),
    text,
    isTemporary,
  };
}
