import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, found, readOrder } from '../control-error.ts';
import { stableNumber } from '../ids.ts';
import type { Person } from '../people.ts';
import type { Sim } from '../sim.ts';
import { type Bot, type BotChat, PLAIN, aBot, botChat, keepMessage } from './state.ts';
import { giveUpdate, toBotUser, toChat, toMessage, toUser } from './updates.ts';

const From = { bot: z.union([z.string(), z.number()]).optional(), from: z.union([z.string(), z.number()]) };
const File = z.strictObject({
  mime: z.string().default('image/png'),
  base64: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});
const Inbound = z.strictObject({
  ...From,
  text: z.string().optional(),
  start: z.string().max(64).optional(),
  contact: z.union([z.literal(true), z.literal('foreign')]).optional(),
  photo: File.optional(),
  document: File.optional(),
  replyTo: z.int().optional(),
  name: z.string().optional(),
  username: z.string().optional(),
  languageCode: z.string().optional(),
});
const Callback = z.strictObject({
  ...From,
  data: z.string().optional(),
  button: z.int().positive().optional(),
  messageId: z.int().optional(),
});
const Whose = z.strictObject(From);
const NewBot = z.strictObject({
  token: z.string().regex(/^\d+:[\w-]+$/),
  username: z.string().optional(),
  name: z.string().optional(),
});
const SHOWN = 200;

export function controlTelegram(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/tg', async () => snapshot(sim));
  app.get<{ Params: { id: string } }>('/_sim/tg/files/:id', async (request, reply) => {
    const file = found(sim.state.tg.files[request.params.id], 'file');
    return reply.type(file.mime).send(Buffer.from(file.base64, 'base64'));
  });
  app.post('/_sim/tg/bots', async (request, reply) => {
    const { token, username, name } = readOrder(NewBot, request.body);
    const { bots } = sim.state.tg;
    if (bots.some((one) => one.id === Number(token.split(':')[0]))) throw new ControlError(409, 'this bot exists');
    const bot = aBot(token, username ?? `bot_${token.split(':')[0]}`, name ?? 'Бот');
    bots.push(bot);
    sim.changed('tg');
    return reply.code(201).send(bot);
  });
  app.delete<{ Params: { token: string } }>('/_sim/tg/bots/:token', async (request, reply) => {
    botNamed(sim, request.params.token).revoked = true;
    sim.changed('tg');
    return reply.code(204).send();
  });
  app.post('/_sim/tg/inbound', async (request, reply) => {
    const order = readOrder(Inbound, request.body);
    const bot = botNamed(sim, order.bot);
    const person = sim.people.forTelegram(order.from, order.name);
    if (order.name) person.name = order.name;
    if (order.username) person.username = order.username;
    if (order.languageCode) person.languageCode = order.languageCode;
    return reply.code(201).send(receive(sim, bot, person, order));
  });
  app.post('/_sim/tg/callback', async (request, reply) =>
    reply.code(201).send({ callbackQueryId: tap(sim, readOrder(Callback, request.body)) }),
  );
  app.post('/_sim/tg/block', async (request) => setBlocked(sim, readOrder(Whose, request.body), true));
  app.post('/_sim/tg/unblock', async (request) => setBlocked(sim, readOrder(Whose, request.body), false));
  app.post('/_sim/tg/deactivate', async (request) => {
    const person = sim.people.forTelegram(readOrder(Whose, request.body).from);
    person.deactivated = true;
    return { chatId: person.chatId };
  });
}

function botNamed(sim: Sim, name?: string | number): Bot {
  const { bots } = sim.state.tg;
  const named = bots.find((one) => [one.token, String(one.id), one.username].includes(String(name)));
  return found(name === undefined ? bots[0] : named, 'bot');
}

function receive(
  sim: Sim,
  bot: Bot,
  person: Person,
  order: z.infer<typeof Inbound>,
): { updateId: number; messageId: number } {
  const chat = botChat(sim.state.tg, bot.id, person.chatId);
  if (chat.blocked) changeMembership(sim, bot, person, false);
  chat.started = true;
  const file = order.photo ?? order.document;
  const kind = order.photo ? 'photo' : 'document';
  const message = keepMessage(chat, {
    ...PLAIN,
    direction: 'in',
    at: sim.clock.now(),
    text: textOf(order),
    media: file
      ? { kind, fileId: storeFile(sim, kind, file), link: null, filename: file.filename ?? null }
      : contactOf(order),
    replyTo: order.replyTo ?? null,
  });
  if (order.contact) chat.messages.findLast((one) => one.keyboard !== null)?.keyboard?.splice(0);
  const content = {
    ...toMessage(bot, person, message),
    ...entitiesOf(message.text),
    ...contactPart(person, order.contact),
    ...replyPart(bot, person, chat, order.replyTo),
  };
  return { updateId: giveUpdate(sim, bot, 'message', content), messageId: message.id };
}

function textOf({ text, start, photo, document, contact }: z.infer<typeof Inbound>): string | null {
  if (start !== undefined) return start === '' ? '/start' : `/start ${start}`;
  const said = text ?? photo?.caption ?? document?.caption ?? null;
  if (said === null && !photo && !document && !contact)
    throw new ControlError(400, 'one of text, start, contact, photo, document is needed');
  return said;
}

const contactOf = ({ contact }: z.infer<typeof Inbound>) =>
  contact ? ({ kind: 'contact', fileId: null, link: null, filename: null } as const) : null;

function contactPart(person: Person, contact: true | 'foreign' | undefined): Record<string, unknown> {
  if (!contact) return {};
  const isOwn = contact === true;
  return {
    contact: {
      phone_number: isOwn ? (person.phone ?? '79160009999') : '79169999999',
      first_name: isOwn ? person.name : 'Кто-то',
      user_id: isOwn ? person.chatId : person.chatId + 1,
    },
  };
}

function replyPart(bot: Bot, person: Person, chat: BotChat, replyTo: number | undefined): Record<string, unknown> {
  const quoted = chat.messages.find((one) => one.id === replyTo);
  return quoted ? { reply_to_message: toMessage(bot, person, quoted) } : {};
}

function entitiesOf(text: string | null): Record<string, unknown> {
  const command = text?.match(/^\/\w+/)?.[0];
  return command ? { entities: [{ type: 'bot_command', offset: 0, length: command.length }] } : {};
}

function storeFile(sim: Sim, kind: string, { mime, base64 }: z.infer<typeof File>): string {
  const fileId = `AgACIN${sim.ids.token('tg.file-in', 30)}`;
  const path = `${kind}s/file_${sim.ids.next('tg.path')}`;
  sim.state.tg.files[fileId] = { fileId, path, mime, base64: base64 ?? PIXEL };
  return fileId;
}

function tap(sim: Sim, order: z.infer<typeof Callback>): string {
  const bot = botNamed(sim, order.bot);
  const person = sim.people.forTelegram(order.from);
  const chat = botChat(sim.state.tg, bot.id, person.chatId);
  const isShown = (id: number) => (order.messageId === undefined ? true : id === order.messageId);
  const message = found(
    chat.messages.findLast((one) => one.buttons.length > 0 && isShown(one.id)),
    'message with buttons',
  );
  const taps = message.buttons.flat().filter((button) => button.callback_data !== undefined);
  const data = order.data ?? (order.button === undefined ? undefined : taps[order.button - 1]?.callback_data);
  if (data === undefined) throw new ControlError(404, 'button not found');
  const id = `${stableNumber(`${bot.id}`, 9e8)}${sim.ids.hex('tg.query', 12)}`;
  sim.state.tg.queries[id] = {
    id,
    botId: bot.id,
    chatId: chat.chatId,
    messageId: message.id,
    data,
    at: sim.clock.now(),
    answer: null,
  };
  giveUpdate(sim, bot, 'callback_query', {
    id,
    from: toUser(person),
    message: toMessage(bot, person, message),
    chat_instance: '-1',
    data,
  });
  return id;
}

function setBlocked(
  sim: Sim,
  { bot, from }: z.infer<typeof Whose>,
  blocked: boolean,
): { chatId: number; blocked: boolean } {
  const person = sim.people.forTelegram(from);
  const named = botNamed(sim, bot);
  changeMembership(sim, named, person, blocked);
  return { chatId: person.chatId, blocked };
}

function changeMembership(sim: Sim, bot: Bot, person: Person, blocked: boolean): void {
  const chat = botChat(sim.state.tg, bot.id, person.chatId);
  if (chat.blocked === blocked) return;
  chat.blocked = blocked;
  const member = { user: toBotUser(bot), status: 'member' };
  const kicked = { user: toBotUser(bot), status: 'kicked', until_date: 0 };
  giveUpdate(sim, bot, 'my_chat_member', {
    chat: toChat(person),
    from: toUser(person),
    date: Math.floor(sim.clock.now() / 1000),
    old_chat_member: blocked ? member : kicked,
    new_chat_member: blocked ? kicked : member,
  });
}

function snapshot(sim: Sim): unknown {
  const { bots, chats, queries } = sim.state.tg;
  const unanswered = Object.values(queries).filter((one) => one.answer === null);
  const spinningOf = (chat: BotChat, messageId: number) =>
    unanswered
      .filter((one) => one.botId === chat.botId && one.chatId === chat.chatId && one.messageId === messageId)
      .map((one) => one.data);
  return {
    bots: bots.map(({ pending, ...bot }) => ({ ...bot, pendingUpdates: pending.length })),
    queries: Object.values(queries).slice(-SHOWN),
    chats: Object.values(chats).map((chat) => {
      const person = sim.people.byChat(chat.chatId);
      return {
        botId: chat.botId,
        chatId: chat.chatId,
        phone: person?.phone ?? null,
        name: person?.name ?? String(chat.chatId),
        started: chat.started,
        blocked: chat.blocked,
        messages: chat.messages.slice(-SHOWN).map((message) => ({
          ...message,
          at: new Date(message.at).toISOString(),
          isSpinning: spinningOf(chat, message.id).length > 0,
          spinning: spinningOf(chat, message.id),
        })),
      };
    }),
  };
}

/** The smallest picture, for tests that do not care what is on it. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
