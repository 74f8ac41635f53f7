import { z } from 'zod';
import type { ChannelIdentity, Checked, Credentials, PairingReading, Webhook } from '#server/channels/port.ts';
import { callInstance, callPartner, type GreenApiOptions } from './api.ts';
import { troubleOf } from './errors.ts';
import { settingsOf } from './settings.ts';

const Opened = z.object({ idInstance: z.coerce.string().regex(/^\d+$/), apiTokenInstance: z.string().min(1) });

/**
 * Opens a session that posts to our webhook.
 *
 * @param more fields of the session beside its settings
 */
export async function openSession(
  options: GreenApiOptions,
  webhook: Webhook,
  more: Record<string, string> = {},
): Promise<Checked<Credentials>> {
  const answer = await callPartner(options, { method: 'createInstance', json: { ...settingsOf(webhook), ...more } });
  if (answer.kind !== 'ok') {
    const trouble = troubleOf(answer, 'not_permitted');
    return trouble.trouble === 'signed_out' ? { ...trouble, trouble: 'not_permitted' } : trouble;
  }
  const opened = Opened.safeParse(answer.json);
  if (!opened.success) return UNEXPECTED;
  const { idInstance, apiTokenInstance } = opened.data;
  return { isOk: true, value: { idInstance, apiToken: apiTokenInstance } };
}

const Qr = z.object({ type: z.string(), message: z.string().default('') });
const PNG = /^[A-Za-z0-9+/=\s]+$/;

/** Reads how far the session is: the code and the state come from one call, which may be made three times a second. */
export async function readSession(
  options: GreenApiOptions,
  credentials: Credentials,
): Promise<Checked<PairingReading>> {
  const answer = await callInstance(options, credentials, { method: 'qr' });
  if (answer.kind !== 'ok') return troubleOf(answer, 'code_failed');
  const qr = Qr.safeParse(answer.json);
  if (!qr.success) return UNEXPECTED;
  const { type, message } = qr.data;
  if (type === 'qrCode' && PNG.test(message)) {
    const image = `data:image/png;base64,${message.replaceAll(/\s/g, '')}`;
    return { isOk: true, value: { state: 'GotQrCode', code: { text: null, image } } };
  }
  if (type === 'alreadyLogged') return readAuthorized(options, credentials);
  if (/starting|later|not ready/i.test(message)) return { isOk: true, value: { state: 'loading' } };
  return { isOk: false, trouble: 'code_failed', text: message || null, isTemporary: false };
}

const PhoneCode = z.object({ status: z.boolean(), code: z.coerce.string().default('') });

/** Requests a code for a phone, in E.164; it is valid for about 2.5 minutes. */
export async function requestPhoneCode(
  options: GreenApiOptions,
  credentials: Credentials,
  phone: string,
): Promise<Checked<string>> {
  const json = { phoneNumber: Number(phone.replace('+', '')) };
  const answer = await callInstance(options, credentials, { method: 'getAuthorizationCode', json });
  if (answer.kind !== 'ok') return troubleOf(answer, 'phone_refused');
  const given = PhoneCode.safeParse(answer.json);
  if (!given.success) return UNEXPECTED;
  const { status, code } = given.data;
  return status && code !== '' ? { isOk: true, value: code } : PHONE_REFUSED;
}

async function readAuthorized(options: GreenApiOptions, credentials: Credentials): Promise<Checked<PairingReading>> {
  const checked = await checkSession(options, credentials);
  if (checked.isOk) return { isOk: true, value: { state: 'Authorized', identity: checked.value } };
  return checked.isTemporary ? { isOk: true, value: { state: 'loading' } } : checked;
}

const WaSettings = z.object({ stateInstance: z.string(), phone: z.coerce.string().default('') });

/** Checks that the session is signed in, and reads its number. */
export async function checkSession(
  options: GreenApiOptions,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const answer = await callInstance(options, credentials, { method: 'getWaSettings', ...(signal && { signal }) });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const read = WaSettings.safeParse(answer.json);
  if (!read.success) return UNEXPECTED;
  const { stateInstance, phone } = read.data;
  if (stateInstance === 'notAuthorized') return { isOk: false, trouble: 'signed_out', text: null, isTemporary: false };
  if (['blocked', 'suspended', 'yellowCard'].includes(stateInstance))
    return { isOk: false, trouble: 'blocked', text: stateInstance, isTemporary: false };
  if (stateInstance !== 'authorized')
    return { isOk: false, trouble: 'unreachable', text: stateInstance, isTemporary: true };
  if (!/^\d{7,15}$/.test(phone)) return UNEXPECTED;
  const address = `+${phone}`;
  return { isOk: true, value: { externalId: phone, address, name: null, read: { phone: address } } };
}

/** Starts the session again: it requests new codes, and reconnects to WhatsApp. */
export async function restartSession(options: GreenApiOptions, credentials: Credentials): Promise<Checked<null>> {
  const answer = await callInstance(options, credentials, { method: 'reboot' });
  return answer.kind === 'ok' ? { isOk: true, value: null } : troubleOf(answer, 'code_failed');
}

/** Signs out, so that the phone no longer lists us, and deletes the session. */
export async function closeSession(options: GreenApiOptions, credentials: Credentials): Promise<void> {
  if (!credentials['idInstance']) return;
  await callInstance(options, credentials, { method: 'logout' });
  await callPartner(options, {
    method: 'deleteInstanceAccount',
    json: { idInstance: Number(credentials['idInstance']) },
  });
}

const PHONE_REFUSED = { isOk: false, trouble: 'phone_refused', text: null, isTemporary: false } as const;
const UNEXPECTED = { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false } as const;
