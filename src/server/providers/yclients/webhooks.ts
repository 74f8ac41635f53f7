import { z } from 'zod';
import type { Caller, ProviderResult, WebhookState } from '#server/connections/port.ts';
import type { SendRequest, ApiResult } from './api-client.ts';
import { listOrNone } from './coerce.ts';

/** NOTE: missing settings may be an empty list. */
const Settings = z.preprocess(
  (json) => (json === null || (Array.isArray(json) && json.length === 0) ? {} : json),
  z.looseObject({ urls: listOrNone(z.string()) }),
);
type Settings = z.output<typeof Settings>;

/** Subscribed events; other flags stay as they are. */
const WANTED = { active: 1, record: 1, client: 1, service: 1, service_category: 1, master: 1 } as const;

/**
 * Adds our URL. The list of URLs is written as a whole, so it is read first, and others stay.
 * Where the settings are closed to our user or not served, a person must enter the URL.
 */
export async function addWebhook(
  send: SendRequest,
  caller: Caller,
  branchId: string,
  webhookUrl: string,
): Promise<ProviderResult<WebhookState>> {
  const settings = await readSettings(send, caller, branchId);
  if (!settings.isOk) return isClosed(settings) ? { isOk: true, value: { state: 'manual' } } : settings;
  const isThere = settings.value.urls.includes(webhookUrl);
  if (isThere && Object.entries(WANTED).every(([flag, value]) => Number(settings.value[flag]) === value))
    return { isOk: true, value: { state: 'set' } };

  const urls = isThere ? settings.value.urls : [...settings.value.urls, webhookUrl];
  const written = await writeSettings(send, caller, branchId, { ...settings.value, ...WANTED, urls });
  if (!written.isOk) return isClosed(written) ? { isOk: true, value: { state: 'manual' } } : written;
  return { isOk: true, value: { state: 'set' } };
}

/** Removes our URL. The flags stay, because other subscribers may need them. */
export async function removeWebhook(
  send: SendRequest,
  caller: Caller,
  branchId: string,
  webhookUrl: string,
): Promise<ProviderResult<null>> {
  const settings = await readSettings(send, caller, branchId);
  if (!settings.isOk) return settings;
  if (!settings.value.urls.includes(webhookUrl)) return { isOk: true, value: null };
  const urls = settings.value.urls.filter((url) => url !== webhookUrl);
  const written = await writeSettings(send, caller, branchId, { ...settings.value, urls });
  return written.isOk ? { isOk: true, value: null } : written;
}

function readSettings(
  send: SendRequest,
  { credentials, ...requester }: Caller,
  branchId: string,
): Promise<ApiResult<Settings>> {
  return send(requester, credentials['userToken'] ?? '', { method: 'GET', path: pathOf(branchId) }, Settings);
}

function writeSettings(
  send: SendRequest,
  { credentials, ...requester }: Caller,
  branchId: string,
  settings: Settings,
): Promise<ApiResult<unknown>> {
  const request = { method: 'POST', path: pathOf(branchId), json: settings } as const;
  return send(requester, credentials['userToken'] ?? '', request, z.unknown());
}

const pathOf = (branchId: string) => `/hooks_settings/${encodeURIComponent(branchId)}`;
const isClosed = (result: ApiResult<unknown>) =>
  !result.isOk && (result.status === 403 || result.status === 404) && result.trouble !== 'licence_expired';
