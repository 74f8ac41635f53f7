import type { Person } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import type { Bot, BotMessage, Update } from './state.ts';

const RETENTION_MS = 24 * 3_600_000;
/** Update types a bot gets by default. */
const DEFAULT_UPDATES = ['message', 'edited_message', 'callback_query', 'my_chat_member'];

/** Gives an update to a bot: to its webhook, or to wait for one or for `getUpdates`. */
export function giveUpdate(sim: Sim, bot: Bot, kind: string, content: unknown): number {
  const updateId = 700_000 + sim.ids.next(`tg.update.${bot.id}`);
  const allowed = bot.webhook?.allowedUpdates ?? DEFAULT_UPDATES;
  if (!allowed.includes(kind)) return updateId;
  const update: Update = { update_id: updateId, [kind]: content };
  bot.pending.push(update);
  if (bot.webhook) dispatch(sim, bot, update);
  sim.changed('tg');
  return updateId;
}

/** Sends all that waits to a webhook that was just set. */
export function dispatchPending(sim: Sim, bot: Bot): void {
  sim.webhooks.cancel('tg', `${bot.id}:`);
  for (const update of bot.pending) dispatch(sim, bot, update);
}

export function runUpdates(sim: Sim): void {
  sim.webhooks.onDelivered('tg', (tag) => {
    const [botId, updateId] = tag.split(':').map(Number);
    const bot = sim.state.tg.bots.find((one) => one.id === botId);
    if (bot) bot.pending = bot.pending.filter((update) => update.update_id !== updateId);
  });
}

/** Updates are kept for a day. */
export function freshUpdates(sim: Sim, bot: Bot): Update[] {
  const oldest = (sim.clock.now() - RETENTION_MS) / 1000;
  bot.pending = bot.pending.filter((update) => {
    const [, content] = Object.entries(update).find(([key]) => key !== 'update_id') ?? [];
    const date = typeof content === 'object' && content !== null && 'date' in content ? Number(content.date) : Infinity;
    return date >= oldest;
  });
  return bot.pending;
}

function dispatch(sim: Sim, bot: Bot, update: Update): void {
  if (!bot.webhook) return;
  const { url, secretToken } = bot.webhook;
  sim.webhooks.send({
    channel: 'tg',
    tag: `${bot.id}:${update.update_id}`,
    url,
    headers: secretToken === null ? {} : { 'x-telegram-bot-api-secret-token': secretToken },
    body: JSON.stringify(update),
  });
}

export const toUser = (person: Person) => ({
  id: person.chatId,
  is_bot: false,
  first_name: person.name,
  ...(person.username && { username: person.username }),
  language_code: person.languageCode,
});

export const toChat = (person: Person) => ({
  id: person.chatId,
  type: 'private',
  first_name: person.name,
  ...(person.username && { username: person.username }),
});

export const toBotUser = (bot: Bot) => ({ id: bot.id, is_bot: true, first_name: bot.name, username: bot.username });

/** A message as the Bot API shows it. */
export function toMessage(bot: Bot, person: Person, message: BotMessage): Record<string, unknown> {
  const isCaption = message.media !== null && message.media.kind !== 'contact';
  return {
    message_id: message.id,
    from: message.direction === 'out' ? toBotUser(bot) : toUser(person),
    chat: toChat(person),
    date: Math.floor(message.at / 1000),
    ...(message.text !== null && { [isCaption ? 'caption' : 'text']: message.text }),
    ...(message.buttons.length > 0 && { reply_markup: { inline_keyboard: message.buttons } }),
    ...toMedia(message),
  };
}

function toMedia({ media }: BotMessage): Record<string, unknown> {
  const fileId = media?.fileId ?? 'FILE';
  if (media?.kind === 'photo')
    return { photo: [{ file_id: fileId, file_unique_id: `u${fileId}`, width: 800, height: 600 }] };
  if (media?.kind === 'document') {
    return { document: { file_id: fileId, file_unique_id: `u${fileId}`, file_name: media.filename ?? 'file' } };
  }
  if (media?.kind === 'video')
    return {
      video: {
        file_id: fileId,
        file_unique_id: `u${fileId}`,
        width: 640,
        height: 360,
        duration: 3,
        mime_type: 'video/mp4',
      },
    };
  if (media?.kind === 'audio')
    return { audio: { file_id: fileId, file_unique_id: `u${fileId}`, duration: 3, mime_type: 'audio/mpeg' } };
  if (media?.kind === 'voice') {
    return { voice: { file_id: fileId, file_unique_id: `u${fileId}`, duration: 3, mime_type: 'audio/ogg' } };
  }
  return {};
}
