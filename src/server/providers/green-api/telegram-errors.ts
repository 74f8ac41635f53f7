import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { Checked, SendOutcome } from '#server/channels/port.ts';
import type { GreenApiFailure } from './api.ts';
import { outcomeOf } from './errors.ts';

/** The name of one of Telegram's own errors, as the gateway passes it on: `FLOOD_WAIT_37`, `PEER_FLOOD`. */
const NAME = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;

export const nameIn = (text: string): string | null => NAME.exec(text)?.[0] ?? null;

/** The pause of a flood wait in milliseconds; null for other errors. */
export function floodWaitMs(name: string | null): number | null {
  const seconds = /^(?:FLOOD|SLOWMODE|FLOOD_PREMIUM)_WAIT_(\d{1,6})$/.exec(name ?? '')?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

/** https://core.telegram.org/method/messages.sendMessage#possible-errors */
const CLASSES: readonly [RegExp, ErrorClass][] = [
  [/^(FLOOD|SLOWMODE|FLOOD_PREMIUM)_WAIT_/, 'rate_limited'],
  [/^PEER_FLOOD$|^USER_DEACTIVATED/, 'account_blocked'],
  [/^(AUTH_KEY_|SESSION_)/, 'auth'],
  [/^(USER_IS_BLOCKED|YOU_BLOCKED_USER)$/, 'opted_out'],
  [
    /^(USER_PRIVACY_|PRIVACY_PREMIUM_|ALLOW_PAYMENT_|PHONE_NOT_|PEER_ID_|INPUT_USER_|USER_ID_|CHAT_WRITE_)/,
    'recipient_invalid',
  ],
];

/** Classifies one of Telegram's errors; null for a text that names none we know. */
export function classOf(text: string): ErrorClass | null {
  const name = nameIn(text);
  if (name === null) return null;
  return CLASSES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The outcome of a send that was not accepted: Telegram's own error counts before the gateway's status. */
export function outcomeOfTelegram(answer: GreenApiFailure): SendOutcome {
  if (answer.kind !== 'refused') return outcomeOf(answer);
  const { text, retryAfterMs } = answer;
  const code = nameIn(text);
  const errorClass = classOf(text);
  if (code === null || errorClass === null) return outcomeOf(answer);
  if (errorClass === 'rate_limited') {
    const pauseMs = Math.max(retryAfterMs ?? 0, floodWaitMs(code) ?? 0) || null;
    return { kind: 'unreached', errorClass, code, text, retryAfterMs: pauseMs, scope: 'channel' };
  }
  if (errorClass === 'temporary') return outcomeOf(answer);
  return { kind: 'refused', errorClass, code, text };
}

const TROUBLES: readonly [RegExp, ChannelTrouble][] = [
  [/^PHONE_CODE_/, 'wrong_code'],
  [/^PASSWORD_/, 'wrong_password'],
  [/^(FLOOD_|PHONE_NUMBER_FLOOD|PHONE_PASSWORD_FLOOD)/, 'too_often'],
  [/^(API_ID_|UPDATE_APP_)/, 'not_permitted'],
  [/^(AUTH_KEY_|SESSION_|AUTH_RESTART)/, 'signed_out'],
];

/** The problem of a sign-in that Telegram refused. */
export function troubleOfSignIn(text: string): Extract<Checked<never>, { isOk: false }> {
  const name = nameIn(text);
  const trouble = TROUBLES.find(([pattern]) => pattern.test(name ?? ''))?.[1] ?? 'phone_refused';
  return { isOk: false, trouble, text: text || null, isTemporary: false, retryAfterMs: floodWaitMs(name) };
}
