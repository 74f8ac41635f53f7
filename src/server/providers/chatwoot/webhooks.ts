import { z } from 'zod';
import type { Caller, ProviderResult, Webhook, WebhookState } from '#server/connections/port.ts';
import { accountOf, accountPath, type ApiResult, callApi, type ChatwootOptions } from './api-client.ts';

const SUBSCRIPTIONS = [
  'message_created',
  'message_updated',
  'conversation_created',
  'conversation_updated',
  'conversation_status_changed',
];

const AccountWebhook = z.object({
  id: z.number().int(),
  url: z.string(),
  subscriptions: z.array(z.string()).catch([]),
  secret: z.string().min(1).nullish().catch(null),
});
type AccountWebhook = z.output<typeof AccountWebhook>;
const AccountWebhooks = z.object({ payload: z.object({ webhooks: z.array(AccountWebhook) }) });
const Written = z
  .object({ payload: z.object({ webhook: AccountWebhook }) })
  .transform(({ payload }) => payload.webhook);

/** Adds our address to the webhooks of the account, and stores the secret by which they are signed. */
export async function subscribe(
  options: ChatwootOptions,
  caller: Caller,
  webhook: Webhook,
): Promise<ProviderResult<WebhookState>> {
  const hooks = await listAccountWebhooks(options, caller);
  if (!hooks.isOk) return hooks;
  const own = hooks.value.find(({ url }) => url === webhook.url);
  const written = own ? await complete(options, caller, own) : await create(options, caller, webhook);
  if (!written.isOk) return written;
  const { secret } = written.value;
  // The list of a later version may hide the secret: one that is stored stays.
  if (secret || !own)
    await options.signing.save(caller.tenantId, webhook, {
      object: `webhook:${accountOf(caller)}`,
      secret: secret ?? null,
    });
  return { isOk: true, value: { state: 'set' } };
}

async function complete(
  options: ChatwootOptions,
  caller: Caller,
  own: AccountWebhook,
): Promise<ApiResult<AccountWebhook>> {
  if (SUBSCRIPTIONS.every((name) => own.subscriptions.includes(name))) return { isOk: true, value: own };
  const path = accountPath(caller, `/webhooks/${own.id}`);
  const json = { subscriptions: [...new Set([...own.subscriptions, ...SUBSCRIPTIONS])] };
  return callApi(options, caller, { method: 'PATCH', path, json }, Written);
}

function create(options: ChatwootOptions, caller: Caller, { url }: Webhook): Promise<ApiResult<AccountWebhook>> {
  const path = accountPath(caller, '/webhooks');
  return callApi(options, caller, { method: 'POST', path, json: { url, subscriptions: SUBSCRIPTIONS } }, Written);
}

/** Removes our address; those of others stay. */
export async function unsubscribe(
  options: ChatwootOptions,
  caller: Caller,
  { url }: Webhook,
): Promise<ProviderResult<null>> {
  const hooks = await listAccountWebhooks(options, caller);
  if (!hooks.isOk) return hooks;
  for (const { id } of hooks.value.filter((one) => one.url === url)) {
    const path = accountPath(caller, `/webhooks/${id}`);
    const removed = await callApi(options, caller, { method: 'DELETE', path }, z.unknown());
    if (!removed.isOk && removed.status !== 404) return removed;
  }
  return { isOk: true, value: null };
}

async function listAccountWebhooks(options: ChatwootOptions, caller: Caller): Promise<ApiResult<AccountWebhook[]>> {
  const path = accountPath(caller, '/webhooks');
  const hooks = await callApi(options, caller, { method: 'GET', path }, AccountWebhooks);
  return hooks.isOk ? { isOk: true, value: hooks.value.payload.webhooks } : hooks;
}
