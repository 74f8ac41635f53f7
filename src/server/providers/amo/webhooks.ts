import { z } from 'zod';
import type { Caller, ProviderResult, Webhook, WebhookState } from '#server/connections/port.ts';
import type { SendRequest } from './api-client.ts';

/** Payloads of amoCRM: changes of deals, contacts and tasks. */
const SETTINGS = [
  ...['lead', 'contact'].flatMap((entity) =>
    ['add', 'update', 'delete', 'restore', 'responsible'].map((action) => `${action}_${entity}`),
  ),
  'status_lead',
  ...['add', 'update', 'delete', 'responsible'].map((action) => `${action}_task`),
];

const Webhooks = z.object({
  _embedded: z.object({
    webhooks: z.array(
      z.object({
        destination: z.string(),
        disabled: z.boolean().nullish().catch(null),
        settings: z.array(z.string()).nullish().catch(null),
      }),
    ),
  }),
});

/**
 * Makes amoCRM post to us. It switches an address off after bad answers; such a one is removed and entered again.
 *
 * @returns `none` where the user is no administrator, or the plan of the account has no webhooks
 */
export async function putWebhook(
  send: SendRequest,
  caller: Caller,
  webhook: Webhook,
): Promise<ProviderResult<WebhookState>> {
  const query = new URLSearchParams({ 'filter[destination]': webhook.url });
  const listed = await send(caller, { method: 'GET', path: `/webhooks?${query}` }, Webhooks);
  if (!listed.isOk) return listed.status === 403 ? withoutRight('account_admin') : listed;
  const found = listed.value?._embedded.webhooks.find(({ destination }) => destination === webhook.url);
  const isComplete = SETTINGS.every((one) => found?.settings?.includes(one) ?? true);
  if (found && !found.disabled && isComplete) return { isOk: true, value: { state: 'set' } };
  if (found) {
    const dropped = await dropWebhook(send, caller, webhook);
    if (!dropped.isOk) return dropped;
  }
  const json = { destination: webhook.url, settings: SETTINGS };
  const entered = await send(caller, { method: 'POST', path: '/webhooks', json }, z.unknown());
  if (!entered.isOk) {
    const isClosed = entered.status === 402 || entered.status === 403;
    return isClosed ? withoutRight('webhooks_plan') : entered;
  }
  return { isOk: true, value: { state: 'set', isRestored: true } };
}

/** Removes our address; the addresses of other systems stay. */
export async function dropWebhook(send: SendRequest, caller: Caller, webhook: Webhook): Promise<ProviderResult<null>> {
  const json = { destination: webhook.url };
  const dropped = await send(caller, { method: 'DELETE', path: '/webhooks', json }, z.unknown());
  return dropped.isOk || dropped.status === 404 ? { isOk: true, value: null } : dropped;
}

function withoutRight(right: 'account_admin' | 'webhooks_plan'): ProviderResult<WebhookState> {
  return { isOk: true, value: { state: 'none', missingRight: right } };
}
