import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { webhookAddressProblem } from '../values/addresses.ts';
import { ChatwootError, notFound } from './errors.ts';
import { inboxOf, type Serving } from './serving.ts';
import { toBot, toInbox } from './shapes.ts';
import { type Account, type Bot, newId, newSecret } from './state.ts';

const NewInbox = z.strictObject({
  name: z.string().min(1),
  channel: z.strictObject({ type: z.literal('api'), webhook_url: z.string() }),
});
const NewBot = z.strictObject({ name: z.string(), description: z.string().optional(), outgoing_url: z.string() });
const ChosenBot = z.strictObject({ agent_bot: z.int().nullable() });
const Subscriptions = z.array(
  z.enum([
    'conversation_created',
    'conversation_updated',
    'conversation_status_changed',
    'message_created',
    'message_updated',
    'webwidget_triggered',
    'contact_created',
    'contact_updated',
    'conversation_typing_on',
    'conversation_typing_off',
  ]),
);
const NewWebhook = z.strictObject({ url: z.string(), subscriptions: Subscriptions });
const WebhookChange = z.strictObject({ url: z.string().optional(), subscriptions: Subscriptions.optional() });

/** Inboxes, bots and webhooks of an account. */
export function serveAdministration(sim: Sim, { read, route }: Serving): void {
  route('GET', '/inboxes', {}, ({ account, isAdmin }) => ({
    payload: account.inboxes.map((inbox) => toInbox(inbox, isAdmin)),
  }));
  route('POST', '/inboxes', { onlyAdmin: true }, ({ account, request }) => {
    const { name, channel } = read(request, NewInbox, 'body');
    const id = newId(sim, 'inbox');
    const inbox = {
      id,
      name,
      channelType: 'Channel::Api',
      webhookUrl: channel.webhook_url,
      secret: newSecret(sim),
      identifier: sim.ids.token('chatwoot.inbox', 24),
      botId: null,
    } as const;
    account.inboxes.push({ ...inbox });
    sim.changed('chatwoot');
    return toInbox(inbox, true);
  });
  route('GET', '/inboxes/:inbox/agent_bot', {}, ({ account, params }) => {
    const { botId } = inboxOf(account, params['inbox']);
    const bot = account.bots.find(({ id }) => id === botId);
    return { agent_bot: bot ? toBot(bot) : {} };
  });
  route('POST', '/inboxes/:inbox/set_agent_bot', { onlyAdmin: true }, ({ account, params, request }) => {
    const inbox = inboxOf(account, params['inbox']);
    const { agent_bot: botId } = read(request, ChosenBot, 'body');
    if (botId !== null && !account.bots.some(({ id }) => id === botId)) throw notFound();
    inbox.botId = botId;
    sim.changed('chatwoot');
  });

  route('GET', '/agent_bots', {}, ({ account, isAdmin }) =>
    account.bots.map((bot) => {
      const { access_token, secret, ...rest } = { secret: undefined, ...toBot(bot) };
      return isAdmin ? { ...rest, access_token, ...(secret !== undefined && { secret }) } : rest;
    }),
  );
  route('POST', '/agent_bots', { onlyAdmin: true }, ({ account, request }) => {
    const { name, outgoing_url: outgoingUrl } = read(request, NewBot, 'body');
    const token = sim.ids.token('chatwoot.bot', 24);
    const bot: Bot = { id: newId(sim, 'bot'), name, outgoingUrl, token, secret: newSecret(sim) };
    account.bots.push(bot);
    sim.changed('chatwoot');
    return toBot(bot);
  });

  route('GET', '/webhooks', { onlyAdmin: true }, ({ account }) => ({
    payload: { webhooks: account.webhooks.map(toWebhook) },
  }));
  route('POST', '/webhooks', { onlyAdmin: true }, ({ account, request }) => {
    const { url, subscriptions } = read(request, NewWebhook, 'body');
    if (webhookAddressProblem(url)) throw new ChatwootError(422, 'Url is invalid');
    if (account.webhooks.some((one) => one.url === url)) throw new ChatwootError(422, 'Url has already been taken');
    const webhook = { id: newId(sim, 'webhook'), url, subscriptions: [...subscriptions], secret: newSecret(sim) };
    account.webhooks.push(webhook);
    sim.changed('chatwoot');
    return { payload: { webhook: toWebhook(webhook) } };
  });
  route('PATCH', '/webhooks/:webhook', { onlyAdmin: true }, ({ account, params, request }) => {
    const webhook = account.webhooks.find(({ id }) => id === Number(params['webhook']));
    if (!webhook) throw notFound();
    const { url, subscriptions } = read(request, WebhookChange, 'body');
    Object.assign(webhook, { ...(url && { url }), ...(subscriptions && { subscriptions }) });
    sim.changed('chatwoot');
    return { payload: { webhook: toWebhook(webhook) } };
  });
  route('DELETE', '/webhooks/:webhook', { onlyAdmin: true }, ({ account, params }) => {
    const index = account.webhooks.findIndex(({ id }) => id === Number(params['webhook']));
    if (index === -1) throw notFound();
    account.webhooks.splice(index, 1);
    sim.changed('chatwoot');
    return {};
  });
}

const toWebhook = ({ id, url, subscriptions, secret }: Account['webhooks'][number]) => ({
  id,
  url,
  subscriptions,
  ...(secret !== null && { secret }),
});
