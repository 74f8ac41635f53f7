import { declarationOf } from '#contract/channels/kinds.ts';
import type { ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels/calls.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { AccountBalance, Credentials } from '#server/channels/port.ts';

/**
 * Effect of a problem on a channel. `NotAuthorized` and `error` stop sending; the others only notify: the provider may
 * accept messages while its webhooks do not reach us, or while it is slow to answer a check.
 */
export const STATE_OF_TROUBLE: Readonly<Record<ChannelTrouble, ChannelState>> = {
  wrong_key: 'NotAuthorized',
  wrong_token: 'NotAuthorized',
  wrong_credentials: 'NotAuthorized',
  wrong_auth_token: 'NotAuthorized',
  test_credentials: 'NotAuthorized',
  number_unknown: 'error',
  not_permitted: 'NotAuthorized',
  blocked: 'error',
  payment_needed: 'error',
  hook_refused: 'error',
  hook_failing: 'Authorized',
  unreachable: 'Authorized',
  unexpected_answer: 'Authorized',
  code_failed: 'error',
  codes_ended: 'NotAuthorized',
  link_expired: 'NotAuthorized',
  signed_out: 'NotAuthorized',
  other_number: 'NotAuthorized',
  already_added: 'NotAuthorized',
  added_elsewhere: 'NotAuthorized',
  deaf: 'error',
  wrong_code: 'NotAuthorized',
  wrong_password: 'NotAuthorized',
  phone_refused: 'NotAuthorized',
  too_often: 'NotAuthorized',
};

/** Maps a failed send to a problem of the channel; null when the cause is the message or the contact. */
export function troubleOfError(kind: ChannelKind, errorClass: ErrorClass): ChannelTrouble | null {
  if (errorClass === 'auth') return declarationOf(kind).wrongSecret;
  if (errorClass === 'account_blocked') return 'blocked';
  return errorClass === 'quota' ? 'payment_needed' : null;
}

/** Builds the claim of a sender: the values of the fields that its kind declares as unique. */
export function claimOf(kind: ChannelKind, credentials: Credentials): string {
  return declarationOf(kind)
    .claimedBy.map((name) => credentials[name] ?? '')
    .join('\n');
}

/** Whether so little is left on the provider's account that members must know. */
export function isLow(kind: ChannelKind, { amount }: AccountBalance): boolean {
  const { lowBalance } = declarationOf(kind).traits;
  return lowBalance !== null && amount < lowBalance;
}
