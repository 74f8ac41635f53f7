import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ChannelIdentity, Checked, Credentials, PairingReading, Webhook } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { callGateway, callInstance, type EvolutionOptions } from './api.ts';
import { phoneOf, userIdOf } from './chats.ts';
import { troubleOf } from './errors.ts';

const EVENTS = [
  'MESSAGES_UPSERT',
  'MESSAGES_EDITED',
  'MESSAGES_UPDATE',
  'MESSAGES_DELETE',
  'CONNECTION_UPDATE',
  'STATUS_INSTANCE',
  'LOGOUT_INSTANCE',
];

const webhookOf = ({ url, headerSecret }: Webhook) => ({
  enabled: true,
  url,
  byEvents: false,
  base64: false,
  headers: { authorization: `Bearer ${headerSecret}` },
  events: EVENTS,
});

const Created = z.object({
  hash: z.union([z.string(), z.object({ apikey: z.string() }).transform(({ apikey }) => apikey)]),
});

/** Opens a session that posts to our webhook. Chats of groups are left out. */
export async function openSession(options: EvolutionOptions, webhook: Webhook): Promise<Checked<Credentials>> {
  const instance = `fd-${randomUUID()}`;
  const json = {
    instanceName: instance,
    integration: 'WHATSAPP-BAILEYS',
    qrcode: true,
    groupsIgnore: true,
    readMessages: false,
    alwaysOnline: false,
    syncFullHistory: false,
    webhook: webhookOf(webhook),
  };
  const answer = await callGateway(options, { method: 'POST', path: '/instance/create', json });
  if (answer.kind !== 'ok') {
    const trouble = troubleOf(answer, 'not_permitted');
    return trouble.trouble === 'signed_out' ? { ...trouble, trouble: 'not_permitted' } : trouble;
  }
  const created = Created.safeParse(answer.json);
  return created.success ? { isOk: true, value: { instance, apiKey: created.data.hash } } : UNEXPECTED;
}

const State = z.object({ instance: z.object({ state: z.string() }) });
const Code = z.object({
  code: z.string().nullish(),
  base64: z.string().nullish(),
  /** Changes with each code that is scanned, once a phone was named. */
  pairingCode: z.string().nullish(),
});

async function stateOf(
  options: EvolutionOptions,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<string>> {
  const answer = await callInstance(options, credentials, {
    method: 'GET',
    path: '/instance/connectionState',
    ...(signal && { signal }),
  });
  if (answer.kind !== 'ok') return troubleOf(answer, 'code_failed');
  const state = State.safeParse(answer.json);
  return state.success ? { isOk: true, value: state.data.instance.state } : UNEXPECTED;
}

/**
 * Reads how far the session is. Its code is requested only while it connects: requested of a closed session, the gateway
 * begins again, and codes would never end.
 */
export async function readSession(
  options: EvolutionOptions,
  credentials: Credentials,
): Promise<Checked<PairingReading>> {
  const state = await stateOf(options, credentials);
  if (!state.isOk) return state;
  if (state.value === 'open') {
    const checked = await checkSession(options, credentials);
    return checked.isOk ? { isOk: true, value: { state: 'Authorized', identity: checked.value } } : checked;
  }
  if (state.value !== 'connecting') return { isOk: true, value: { state: 'NotAuthorized', expects: null } };
  const answer = await callInstance(options, credentials, { method: 'GET', path: '/instance/connect' });
  if (answer.kind !== 'ok') return troubleOf(answer, 'code_failed');
  const { code, base64, pairingCode } = Code.safeParse(answer.json).data ?? {};
  const phoneCode = pairingCode ? { phoneCode: pairingCode } : {};
  if (code) return { isOk: true, value: { state: 'GotQrCode', code: { text: code, image: null }, ...phoneCode } };
  if (base64?.startsWith('data:image/png;base64,'))
    return { isOk: true, value: { state: 'GotQrCode', code: { text: null, image: base64 }, ...phoneCode } };
  return { isOk: true, value: { state: 'loading' } };
}

/** Requests a code for a phone, in E.164. Only a closed session takes the phone, so that one with codes is closed first. */
export async function requestPhoneCode(
  options: EvolutionOptions,
  credentials: Credentials,
  phone: string,
): Promise<Checked<string>> {
  const state = await stateOf(options, credentials);
  if (!state.isOk) return state;
  if (state.value === 'connecting') {
    const closed = await callInstance(options, credentials, { method: 'DELETE', path: '/instance/logout' });
    if (closed.kind !== 'ok') return troubleOf(closed, 'code_failed');
  }
  const number = phone.replace('+', '');
  const answer = await callInstance(options, credentials, {
    method: 'GET',
    path: '/instance/connect',
    query: { number },
  });
  if (answer.kind !== 'ok') return troubleOf(answer, 'phone_refused');
  const { pairingCode } = Code.safeParse(answer.json).data ?? {};
  if (pairingCode) return { isOk: true, value: pairingCode };
  return { isOk: false, trouble: 'code_failed', text: null, isTemporary: true };
}

const Instances = z.array(z.object({ ownerJid: z.string().nullish(), profileName: z.string().nullish() }));

/** Checks that the session is signed in, and reads its number. */
export async function checkSession(
  options: EvolutionOptions,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const state = await stateOf(options, credentials, signal);
  if (!state.isOk) return state;
  if (state.value === 'connecting')
    return { isOk: false, trouble: 'unreachable', text: state.value, isTemporary: true };
  if (state.value !== 'open') return { isOk: false, trouble: 'signed_out', text: null, isTemporary: false };
  const { instance = '' } = credentials;
  const answer = await callGateway(
    { ...options, apiKey: credentials['apiKey'] },
    { method: 'GET', path: `/instance/fetchInstances?instanceName=${encodeURIComponent(instance)}` },
  );
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const [own] = Instances.safeParse(answer.json).data ?? [];
  const phone = phoneOf(own?.ownerJid ?? '');
  if (!own?.ownerJid || phone === null) return UNEXPECTED;
  const identity = { externalId: userIdOf(own.ownerJid), address: phone, name: own.profileName ?? null };
  return { isOk: true, value: { ...identity, read: { phone } } };
}

/** Reconnects an open session; requests new codes of a closed one. */
export async function restartSession(options: EvolutionOptions, credentials: Credentials): Promise<Checked<null>> {
  const state = await stateOf(options, credentials);
  if (!state.isOk) return state;
  const isOpen = state.value === 'open';
  const answer = isOpen
    ? await callInstance(options, credentials, { method: 'POST', path: '/instance/restart' })
    : await callInstance(options, credentials, { method: 'GET', path: '/instance/connect' });
  return answer.kind === 'ok' ? { isOk: true, value: null } : troubleOf(answer, 'code_failed');
}

/** Signs out, so that the phone no longer lists us, and deletes the session. */
export async function closeSession(options: EvolutionOptions, credentials: Credentials): Promise<void> {
  if (!credentials['instance']) return;
  await callInstance(options, credentials, { method: 'DELETE', path: '/instance/logout' });
  const asGateway = { ...credentials, ...(options.apiKey && { apiKey: options.apiKey }) };
  await callInstance(options, asGateway, { method: 'DELETE', path: '/instance/delete' });
}

export async function setWebhook(
  options: EvolutionOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const json = { webhook: webhookOf(webhook) };
  const answer = await callInstance(options, credentials, { method: 'POST', path: '/webhook/set', json });
  return answer.kind === 'ok' ? { isOk: true, value: null } : troubleOf(answer, 'hook_refused');
}

const Registered = z.object({
  enabled: z.boolean(),
  url: z.string(),
  headers: z.record(z.string(), z.unknown()).nullish(),
});

/** Checks the session's only webhook. */
export async function inspectWebhook(
  options: EvolutionOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const answer = await callInstance(options, credentials, { method: 'GET', path: '/webhook/find' });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const registered = Registered.safeParse(answer.json);
  if (!registered.success) return { isOk: false, trouble: 'hook_failing', text: null, isTemporary: false };
  const { enabled, url, headers } = registered.data;
  const isExpected =
    enabled && url === webhook.url && sameSecret(String(headers?.['authorization']), `Bearer ${webhook.headerSecret}`);
  return isExpected
    ? { isOk: true, value: null }
    : { isOk: false, trouble: 'hook_failing', text: null, isTemporary: false };
}

const UNEXPECTED = { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false } as const;
