import { z } from 'zod';
import { found } from '../values/control-error.ts';
import type { Person } from '../cast/people.ts';
import { PIXEL } from '../values/pixel.ts';
import type { Sim } from '../sim/sim.ts';
import { type Bot, dialogOf, keepMessage, type Message, maxState } from './state.ts';
import { postUpdate, toMessage, toUser } from './updates.ts';

const File = z.strictObject({
  mime: z.string(),
  base64: z.string().default(PIXEL),
  name: z.string().default('file'),
});

/** A person writes to a bot; the first bot when it is left out. */
export const Inbound = z.strictObject({
  bot: z.string().optional(),
  from: z.union([z.string(), z.number()]),
  text: z.string().default(''),
  /** Opens the bot by its link, with the token of the link. */
  start: z.string().max(128).optional(),
  contact: z.union([z.literal(true), z.literal('foreign')]).optional(),
  file: File.optional(),
  replyTo: z.string().optional(),
  /** The id of an earlier message that `text` corrects. */
  edits: z.string().optional(),
});

export function receive(sim: Sim, bot: Bot, person: Person, order: z.infer<typeof Inbound>): Message | null {
  const dialog = dialogOf(sim, bot.userId, person.chatId);
  if (!dialog.isStarted || dialog.isStopped || order.start !== undefined) start(sim, bot, person, order.start ?? null);
  if (order.start !== undefined) return null;
  if (order.edits !== undefined) return edit(sim, bot, person, { mid: order.edits, text: order.text });
  const message = keepMessage(sim, {
    botId: bot.userId,
    userId: person.chatId,
    direction: 'in',
    text: order.text,
    attachment: order.file ? keepFile(sim, order.file) : null,
    contact: order.contact
      ? {
          phone: order.contact === true ? `+${person.phone ?? '79160009999'}` : '+79169999999',
          userId: order.contact === true ? person.chatId : person.chatId + 1,
          name: person.name,
        }
      : null,
    replyTo: order.replyTo ?? null,
  });
  postUpdate(sim, bot, 'message_created', {
    message: toMessage(sim, bot, person, message),
    user_locale: person.languageCode,
  });
  return message;
}

function start(sim: Sim, bot: Bot, person: Person, payload: string | null): void {
  const dialog = dialogOf(sim, bot.userId, person.chatId);
  dialog.isStarted = true;
  dialog.isStopped = false;
  sim.changed('max');
  postUpdate(sim, bot, 'bot_started', {
    chat_id: dialog.chatId,
    user: toUser(person),
    ...(payload !== null && payload !== '' && { payload }),
    user_locale: person.languageCode,
  });
}

function edit(sim: Sim, bot: Bot, person: Person, { mid, text }: { mid: string; text: string }): Message {
  const message = found(
    maxState(sim).messages.find((one) => one.mid === mid && one.direction === 'in'),
    'message',
  );
  message.text = text;
  sim.changed('max');
  postUpdate(sim, bot, 'message_edited', { message: toMessage(sim, bot, person, message) });
  return message;
}

const TYPES = ['image', 'audio'] as const;

function keepFile(sim: Sim, { mime, base64, name }: z.infer<typeof File>): Message['attachment'] {
  const id = sim.ids.token('max.file', 24);
  maxState(sim).files[id] = { mime, base64, name };
  const type = TYPES.find((one) => mime.startsWith(`${one}/`)) ?? 'file';
  return { type, url: `${sim.url}/max/files/${id}`, name: type === 'file' ? name : null };
}

/** A person stops a bot: nothing arrives until they open it again. */
export function stop(sim: Sim, bot: Bot, person: Person): void {
  const dialog = dialogOf(sim, bot.userId, person.chatId);
  dialog.isStopped = true;
  sim.changed('max');
  postUpdate(sim, bot, 'bot_stopped', { chat_id: dialog.chatId, user: toUser(person) });
}

/** A person taps a button of the last message that has some. */
export function tap(sim: Sim, bot: Bot, person: Person, payload: string): string {
  const message = found(
    maxState(sim).messages.findLast(
      (one) => one.botId === bot.userId && one.userId === person.chatId && one.buttons.length > 0,
    ),
    'message with buttons',
  );
  const id = `cb.${sim.ids.hex('max.tap', 20)}`;
  maxState(sim).taps.push({
    id,
    botId: bot.userId,
    userId: person.chatId,
    mid: message.mid,
    payload,
    isAnswered: false,
  });
  postUpdate(sim, bot, 'message_callback', {
    callback: { timestamp: sim.clock.now(), callback_id: id, payload, user: toUser(person) },
    message: toMessage(sim, bot, person, message),
  });
  sim.changed('max');
  return id;
}
