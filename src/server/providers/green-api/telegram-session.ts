import { z } from 'zod';
import type { ChannelIdentity, Checked, Credentials, PairingReading, Webhook } from '#server/channels/port.ts';
import { callInstance, type GreenApiOptions, type GreenApiResult } from './api.ts';
import { troubleOf } from './errors.ts';
import { openSession } from './sessions.ts';
import { troubleOfSignIn } from './telegram-errors.ts';

/** Opens a session for a Telegram account. */
export const openTelegramSession = (options: GreenApiOptions, webhook: Webhook): Promise<Checked<Credentials>> =>
  openSession(options, webhook, { typeInstance: 'telegram' });

const State = z.object({ stateInstance: z.string() });
const UNEXPECTED = { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false } as const;

/** Reads how far the sign-in is. */
export async function readTelegramSession(
  options: GreenApiOptions,
  credentials: Credentials,
): Promise<Checked<PairingReading>> {
  const answer = await callInstance(options, credentials, { method: 'getStateInstance' });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const read = State.safeParse(answer.json);
  if (!read.success) return UNEXPECTED;
  const { stateInstance } = read.data;
  if (stateInstance === 'authorized') {
    const checked = await checkTelegramSession(options, credentials);
    if (checked.isOk) return { isOk: true, value: { state: 'Authorized', identity: checked.value } };
    return checked.isTemporary ? { isOk: true, value: { state: 'loading' } } : checked;
  }
  if (stateInstance === 'notAuthorized') return { isOk: true, value: { state: 'NotAuthorized', expects: 'phone' } };
  if (stateInstance === 'pendingPassword')
    return { isOk: true, value: { state: 'NotAuthorized', expects: 'password' } };
  if (isBlocked(stateInstance)) return { isOk: false, trouble: 'blocked', text: stateInstance, isTemporary: false };
  return { isOk: true, value: { state: 'loading' } };
}

const isBlocked = (state: string) => ['blocked', 'suspended', 'yellowCard'].includes(state);

/** NOTE: known from the vendor's pages, which were not read again; the fields are checked. */
const Account = z.object({
  stateInstance: z.string(),
  phone: z.coerce.string().default(''),
  chatId: z.coerce.string().default(''),
});

/** Checks that the session is signed in, and reads its number and its own chat. */
export async function checkTelegramSession(
  options: GreenApiOptions,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const answer = await callInstance(options, credentials, { method: 'getAccountSettings', ...(signal && { signal }) });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const read = Account.safeParse(answer.json);
  if (!read.success) return UNEXPECTED;
  const { stateInstance, phone, chatId } = read.data;
  if (stateInstance === 'notAuthorized' || stateInstance === 'pendingPassword')
    return { isOk: false, trouble: 'signed_out', text: null, isTemporary: false };
  if (isBlocked(stateInstance)) return { isOk: false, trouble: 'blocked', text: stateInstance, isTemporary: false };
  if (stateInstance !== 'authorized')
    return { isOk: false, trouble: 'unreachable', text: stateInstance, isTemporary: true };
  if (!/^\d{7,15}$/.test(phone)) return UNEXPECTED;
  const address = `+${phone}`;
  return { isOk: true, value: { externalId: phone, address, name: null, read: { phone: address, chatId } } };
}

const SignInAnswer = z.object({
  status: z.boolean(),
  data: z.object({ reason: z.string().optional() }).loose().optional(),
});

/** Asks Telegram to send a code to the account. Within five minutes the gateway sends no other one. */
export async function sendTelegramCode(
  options: GreenApiOptions,
  credentials: Credentials,
  phone: string,
): Promise<Checked<null>> {
  const phoneNumber = Number(phone.replaceAll(/\D/g, ''));
  return signInResult(
    await callInstance(options, credentials, { method: 'startAuthorization', json: { phoneNumber } }),
  );
}

export async function enterTelegramCode(
  options: GreenApiOptions,
  credentials: Credentials,
  code: string,
): Promise<Checked<null>> {
  return signInResult(await callInstance(options, credentials, { method: 'sendAuthorizationCode', json: { code } }));
}

export async function enterTelegramPassword(
  options: GreenApiOptions,
  credentials: Credentials,
  password: string,
): Promise<Checked<null>> {
  const json = { password };
  return signInResult(await callInstance(options, credentials, { method: 'sendAuthorizationPassword', json }));
}

/** NOTE: the fields of a refusal are not documented; its words are searched for one of Telegram's errors. */
function signInResult(answer: GreenApiResult): Checked<null> {
  if (answer.kind === 'refused' && answer.status === 400) return troubleOfSignIn(answer.text);
  if (answer.kind !== 'ok') return troubleOf(answer, 'phone_refused');
  const read = SignInAnswer.safeParse(answer.json);
  if (!read.success) return UNEXPECTED;
  const { status, data } = read.data;
  return status ? { isOk: true, value: null } : troubleOfSignIn(data?.reason ?? JSON.stringify(data ?? {}));
}
