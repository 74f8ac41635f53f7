import { createHmac } from 'node:crypto';
import type { Dispatch } from '../sim/webhooks.ts';
import type { Sim } from '../sim/sim.ts';
import { toPayloadConversation, toPayloadMessage } from './shapes.ts';
import { type Account, chatwootState, type Conversation, type Message } from './state.ts';

/** Outcome of a call without an answer: only bots are called again. */
type Tag = { by: 'account' | 'inbox' | 'bot'; accountId: number; messageId: number | null; attempt: number };

const BOT_ATTEMPTS = 3;
const BOT_PAUSE_MS = 3_000;
const RETRY = 'chatwoot.bot.retry';
/** Bots receive these alone. */
const BOT_EVENTS = ['message_created', 'message_updated', 'conversation_opened', 'conversation_resolved'];

export function emitMessage(
  sim: Sim,
  account: Account,
  event: 'message_created' | 'message_updated',
  message: Message,
): void {
  const conversation = account.conversations.find(({ id }) => id === message.conversationId);
  if (!conversation) return;
  const body = { event, ...toPayloadMessage(sim, account, message, conversation) };
  emit(sim, account, { event, conversation, body, messageId: message.id });
}

export function emitConversation(
  sim: Sim,
  account: Account,
  conversation: Conversation,
  { event, changed }: { event: string; changed?: object },
): void {
  const body = {
    event,
    ...toPayloadConversation(sim, account, conversation),
    account: { id: account.id, name: account.name },
    ...(changed && { changed_attributes: [changed] }),
  };
  emit(sim, account, { event, conversation, body, messageId: null });
}

type Event = { event: string; conversation: Conversation; body: unknown; messageId: number | null };

function emit(sim: Sim, account: Account, { event, conversation, body, messageId }: Event): void {
  const inbox = account.inboxes.find(({ id }) => id === conversation.inboxId);
  const tag = { accountId: account.id, messageId, attempt: 1 };
  const { switches } = chatwootState(sim);
  const isLost = switches.losesWebhooks || switches.losesNext > 0;
  if (!switches.losesWebhooks && switches.losesNext > 0) switches.losesNext -= 1;
  for (const webhook of account.webhooks)
    if (webhook.subscriptions.includes(event))
      post(sim, webhook.url, { secret: webhook.secret, body, isLost, tag: { ...tag, by: 'account' } });
  if (inbox?.webhookUrl)
    post(sim, inbox.webhookUrl, { secret: inbox.secret, body, isLost, tag: { ...tag, by: 'inbox' } });
  const bot = account.bots.find(({ id }) => id === inbox?.botId);
  if (bot && BOT_EVENTS.includes(event))
    post(sim, bot.outgoingUrl, { secret: bot.secret, body, isLost, tag: { ...tag, by: 'bot' } });
}

type Call = { secret: string | null; body: unknown; isLost: boolean; tag: Tag };

function post(sim: Sim, url: string, { secret, body, isLost, tag }: Call): void {
  const text = JSON.stringify(body);
  if (isLost) return lose(sim, tag);
  const timestamp = String(Math.floor(sim.clock.now() / 1_000));
  const signature = secret && createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
  sim.webhooks.send({
    channel: 'chatwoot',
    tag: JSON.stringify(tag),
    url,
    headers: {
      'content-type': 'application/json',
      'x-chatwoot-delivery': `delivery-${sim.ids.hex('chatwoot.delivery', 32)}`,
      ...(signature && { 'x-chatwoot-signature': `sha256=${signature}`, 'x-chatwoot-timestamp': timestamp }),
    },
    body: text,
  });
}

/** Repeats calls of bots, and marks what could not be delivered. */
export function runDelivery(sim: Sim): void {
  sim.webhooks.onGivenUp('chatwoot', (dispatch) => {
    const tag = JSON.parse(dispatch.tag) as Tag; // NOTE: `post` wrote it
    const isRepeated = tag.by === 'bot' && tag.attempt < BOT_ATTEMPTS && [429, 500].includes(dispatch.lastStatus ?? 0);
    if (!isRepeated) return lose(sim, tag);
    sim.agenda.schedule(RETRY, sim.clock.now() + BOT_PAUSE_MS, {
      url: dispatch.url,
      headers: dispatch.headers,
      body: dispatch.body,
      tag: { ...tag, attempt: tag.attempt + 1 },
    });
  });
  sim.agenda.on(RETRY, (order) => {
    const { tag, ...rest } = order as Pick<Dispatch, 'url' | 'headers' | 'body'> & { tag: Tag }; // NOTE: as scheduled above
    sim.webhooks.send({ channel: 'chatwoot', ...rest, tag: JSON.stringify(tag) });
  });
}

/** A call of an account is forgotten; a message of an API inbox fails; a talk that waits for a bot is opened. */
function lose(sim: Sim, { by, accountId, messageId }: Tag): void {
  const account = chatwootState(sim).accounts.find(({ id }) => id === accountId);
  const message = account?.messages.find(({ id }) => id === messageId);
  if (!account || !message || by === 'account') return;
  const conversation = account.conversations.find(({ id }) => id === message.conversationId);
  if (by === 'inbox' && message.kind !== 'outgoing') return;
  message.status = 'failed';
  message.externalError = 'Webhook delivery failed';
  if (by === 'bot' && conversation?.status === 'pending') {
    conversation.status = 'open';
    conversation.updatedAt = sim.clock.now();
  }
  sim.changed('chatwoot');
}
