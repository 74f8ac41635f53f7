import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { Checked } from '#server/channels/port.ts';
import type { TwilioResult } from './api.ts';
import { meaningOf } from './errors.ts';

/** The trouble of a channel behind a refusal. @param otherwise when it says nothing of credentials, payment or blocks */
export function refused(result: Exclude<TwilioResult, { kind: 'ok' }>, otherwise: ChannelTrouble): Checked<never> {
  if (result.kind === 'strange') {
    const isTemporary = result.status >= 500;
    return { isOk: false, trouble: 'unexpected_answer', text: `HTTP ${result.status}`, isTemporary };
  }
  if (result.kind !== 'refused') return { isOk: false, trouble: 'unreachable', text: result.reason, isTemporary: true };
  const { code, status, text } = result;
  if (code === TEST_CREDENTIALS) return { isOk: false, trouble: 'test_credentials', text, isTemporary: false };
  const { errorClass } = meaningOf(code, status);
  const isTemporary = errorClass === 'temporary' || errorClass === 'rate_limited';
  return { isOk: false, trouble: isTemporary ? 'unreachable' : (TROUBLES[errorClass] ?? otherwise), text, isTemporary };
}

/** Test credentials read the account and nothing else; https://www.twilio.com/docs/iam/test-credentials */
const TEST_CREDENTIALS = 20008;

const TROUBLES: Readonly<Partial<Record<string, ChannelTrouble>>> = {
  auth: 'wrong_auth_token',
  account_blocked: 'blocked',
  quota: 'payment_needed',
};

export function unexpected(): Checked<never> {
  return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
}
