import { z } from 'zod';
import type { Caller, ProviderResult, WebhookState } from '#server/connections/port.ts';
import type { Ask, Heard } from './asking.ts';
import { listOrNone } from './coerce.ts';

/** NOTE: settings nobody has made yet may be an empty list. */
const Settings = z.preprocess(
  (json) => (json === null || (Array.isArray(json) && json.length === 0) ? {} : json),
  z.looseObject({ urls: listOrNone(z.string()) }),
);
type Settings = z.output<typeof Settings>;

/** What we want to hear of; other flags stay as they are. */
const WANTED = { active: 1, record: 1, client: 1, service: 1, service_category: 1, master: 1 } as const;

/**
 * Adds our address. The list of addresses is written as a whole, so it is read first: others' stay.
 * Where the settings are closed to our user or not served at all, a person must enter the address.
 */
export async function addHook(
  ask: Ask,
  caller: Caller,
  branchId: string,
  webhookUrl: string,
): Promise<ProviderResult<WebhookState>> {
  const settings = await readSettings(ask, caller, branchId);
  if (!settings.isOk) return isClosed(settings) ? { isOk: true, value: { state: 'manual' } } : settings;
  const isThere = settings.value.urls.includes(webhookUrl);
  if (isThere && Object.entries(WANTED).every(([flag, value]) => Number(settings.value[flag]) === value))
    return { isOk: true, value: { state: 'set' } };

  const urls = isThere ? settings.value.urls : [...settings.value.urls, webhookUrl];
  const written = await writeSettings(ask, caller, branchId, { ...settings.value, ...WANTED, urls });
  if (!written.isOk) return isClosed(written) ? { isOk: true, value: { state: 'manual' } } : written;
  return { isOk: true, value: { state: 'set' } };
}

/** Takes our address away. The flags stay: others may live on them. */
export async function removeWebhook(
  ask: Ask,
  caller: Caller,
  branchId: string,
  webhookUrl: string,
): Promise<ProviderResult<null>> {
  const settings = await readSettings(ask, caller, branchId);
  if (!settings.isOk) return settings;
  if (!settings.value.urls.includes(webhookUrl)) return { isOk: true, value: null };
  const urls = settings.value.urls.filter((url) => url !== webhookUrl);
  const written = await writeSettings(ask, caller, branchId, { ...settings.value, urls });
  return written.isOk ? { isOk: true, value: null } : written;
}

function readSettings(ask: Ask, { credentials, ...requester }: Caller, branchId: string): Promise<Heard<Settings>> {
  return ask(requester, credentials['userToken'] ?? '', { method: 'GET', path: pathOf(branchId) }, Settings);
}

function writeSettings(
  ask: Ask,
  { credentials, ...requester }: Caller,
  branchId: string,
  settings: Settings,
): Promise<Heard<unknown>> {
  const question = { method: 'POST', path: pathOf(branchId), json: settings } as const;
  return ask(requester, credentials['userToken'] ?? '', question, z.unknown());
}

const pathOf = (branchId: string) => `/hooks_settings/${encodeURIComponent(branchId)}`;
const isClosed = (heard: Heard<unknown>) =>
  !heard.isOk && (heard.status === 403 || heard.status === 404) && heard.trouble !== 'licence_expired';
