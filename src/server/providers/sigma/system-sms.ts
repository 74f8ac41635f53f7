import type { TextPhone } from '#server/auth/port.ts';
import { createSigmaApi, type SigmaOptions } from './api.ts';

const TIMEOUT_MS = 10_000;

/** Sends texts of the deployment itself through its own account at Sigma. It never repeats a send. */
export function createSystemSms(options: SigmaOptions, account: { token: string; sender: string }): TextPhone {
  const sigma = createSigmaApi(options);
  return async ({ to, text }) => {
    const json = { recipient: to, type: 'sms', payload: { sender: account.sender, text } };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const result = await sigma.call({ password: account.token }, { method: 'POST', path: '/sendings', json, signal });
    if (result.kind === 'ok') return { kind: 'accepted' };
    if (result.kind === 'refused') return { kind: 'refused', reason: `${result.status} ${result.text}` };
    if (result.kind === 'unreached') return { kind: 'unreached', reason: result.reason };
    return { kind: 'unknown', reason: result.kind === 'unknown' ? result.reason : `HTTP ${result.status}` };
  };
}
