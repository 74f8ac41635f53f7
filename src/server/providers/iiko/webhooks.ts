import { z } from 'zod';
import type { Caller, ProviderResult, Webhook, WebhookState } from '#server/connections/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { type ApiResult, isRefused } from './answers.ts';
import type { SendRequest } from './api-client.ts';
import { listOrNone, TextOrNone } from './shapes.ts';

const Settings = z.object({
  webHooksUri: TextOrNone,
  authToken: TextOrNone,
  webHooksFilter: z
    .object({ deliveryOrderFilter: z.object({ orderStatuses: listOrNone(z.string()) }).nullish() })
    .nullish()
    .catch(undefined),
});
type Settings = z.output<typeof Settings>;

/** Subscribed events: every status of an order. */
const WANTED = {
  deliveryOrderFilter: {
    orderStatuses: [
      'Unconfirmed',
      'WaitCooking',
      'ReadyForCooking',
      'CookingStarted',
      'CookingCompleted',
      'Waiting',
      'OnWay',
      'Delivered',
      'Closed',
      'Cancelled',
    ],
    itemStatuses: [],
    errors: true,
  },
  tableOrderFilter: null,
  reserveFilter: { updates: false, errors: false },
  stopListUpdateFilter: { updates: false },
  personalShiftFilter: { updates: false },
};

/** Returns the host of the webhook. Where the vendor does not show its settings, a person must enter our address. */
export async function webhookStateOf(
  send: SendRequest,
  caller: Caller,
  organizationId: string,
  webhook: Webhook,
): Promise<ProviderResult<WebhookState | { state: 'none' }>> {
  const result = await readSettings(send, caller, organizationId);
  if (!result.isOk) return isRefused(result) ? { isOk: true, value: { state: 'manual' } } : result;
  return { isOk: true, value: stateOf(result.value, webhook) };
}

/** Enters our address where there is none, or where it may replace another: the vendor stores one. */
export async function putWebhook(
  send: SendRequest,
  caller: Caller,
  organizationId: string,
  { webhook, takes }: { webhook: Webhook; takes: boolean },
): Promise<ProviderResult<WebhookState>> {
  const found = await webhookStateOf(send, caller, organizationId, webhook);
  if (!found.isOk) return found;
  const current = found.value;
  const isLeft = current.state === 'foreign' && !takes;
  if (isLeft || current.state === 'set' || current.state === 'manual') return { isOk: true, value: current };

  const settings = { webHooksUri: webhook.url, authToken: webhook.token, webHooksFilter: WANTED };
  const written = await writeSettings(send, caller, organizationId, settings);
  if (!written.isOk) return isRefused(written) ? { isOk: true, value: { state: 'manual' } } : written;
  return { isOk: true, value: { state: 'set' } };
}

/** Removes our address. There is no call for that: the settings are written without one. */
export async function dropWebhook(
  send: SendRequest,
  caller: Caller,
  organizationId: string,
  webhook: Webhook,
): Promise<ProviderResult<null>> {
  const result = await readSettings(send, caller, organizationId);
  if (!result.isOk) return result;
  if (result.value.webHooksUri !== webhook.url) return { isOk: true, value: null };
  const nothing = { webHooksUri: '', authToken: null, webHooksFilter: null };
  const written = await writeSettings(send, caller, organizationId, nothing);
  return written.isOk ? { isOk: true, value: null } : written;
}

function stateOf(
  settings: Settings,
  webhook: Webhook,
): { state: 'set' } | { state: 'none' } | { state: 'foreign'; host: string } {
  const { webHooksUri, authToken } = settings;
  if (webHooksUri === null) return { state: 'none' };
  if (webHooksUri === webhook.url) {
    const isCurrent = authToken && sameSecret(authToken, webhook.token) && isSubscribedToAll(settings);
    return { state: isCurrent ? 'set' : 'none' };
  }
  // An older address of ours is obsolete: an organization belongs to one connection.
  return folderOf(webHooksUri) === folderOf(webhook.url)
    ? { state: 'none' }
    : { state: 'foreign', host: hostOf(webHooksUri) };
}

/** Another user may have removed statuses. Where the filter is not shown, it is as we wrote it. */
function isSubscribedToAll({ webHooksFilter }: Settings): boolean {
  if (webHooksFilter === undefined) return true;
  const statuses = webHooksFilter?.deliveryOrderFilter?.orderStatuses ?? [];
  return WANTED.deliveryOrderFilter.orderStatuses.every((status) => statuses.includes(status));
}

/** Our addresses differ in their last part only. */
const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/'));

function hostOf(uri: string): string {
  try {
    return new URL(uri).host;
  } catch {
    return uri.slice(0, 100);
  }
}

function readSettings(send: SendRequest, caller: Caller, organizationId: string): Promise<ApiResult<Settings>> {
  return send(caller, { path: '/api/1/webhooks/settings', json: { organizationId } }, Settings);
}

function writeSettings(
  send: SendRequest,
  caller: Caller,
  organizationId: string,
  settings: object,
): Promise<ApiResult<unknown>> {
  const json = { organizationId, ...settings };
  return send(caller, { path: '/api/1/webhooks/update_settings', json }, z.unknown());
}
