import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, found, readOrder } from '../values/control-error.ts';
import { stableNumber } from '../values/ids.ts';
import type { Sim } from '../sim/sim.ts';
import { From, InboundOrder, changeMembership, receiveMessage } from './inbound.ts';
import { type Bot, type BotChat, aBot, botChat } from './state.ts';
import { giveUpdate, toMessage, toUser } from './updates.ts';

const Callback = z.strictObject({
  ...From,
  data: z.string().optional(),
  button: z.int().positive().optional(),
  messageId: z.int().optional(),
});
const Sender = z.strictObject(From);
const Voices = z.strictObject({ ...From, isRefused: z.boolean() });
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
    const order = readOrder(InboundOrder, request.body);
    const bot = botNamed(sim, order.bot);
    const person = sim.people.forTelegram(order.from, order.name);
    if (order.name) person.name = order.name;
    if (order.username) person.username = order.username;
    if (order.languageCode) person.languageCode = order.languageCode;
    return reply.code(201).send(receiveMessage(sim, bot, person, order));
  });
  app.post('/_sim/tg/callback', async (request, reply) =>
    reply.code(201).send({ callbackQueryId: tap(sim, readOrder(Callback, request.body)) }),
  );
  app.post('/_sim/tg/block', async (request) => setBlocked(sim, readOrder(Sender, request.body), true));
  app.post('/_sim/tg/unblock', async (request) => setBlocked(sim, readOrder(Sender, request.body), false));
  app.post('/_sim/tg/voices', async (request) => {
    const { isRefused, ...from } = readOrder(Voices, request.body);
    const person = sim.people.forTelegram(from.from);
    const chat = botChat(sim.state.tg, botNamed(sim, from.bot).id, person.chatId);
    chat.refusesVoices = isRefused;
    return { chatId: person.chatId, refusesVoices: isRefused };
  });
  app.post('/_sim/tg/deactivate', async (request) => {
    const person = sim.people.forTelegram(readOrder(Sender, request.body).from);
    person.deactivated = true;
    return { chatId: person.chatId };
  });
}

function botNamed(sim: Sim, name?: string | number): Bot {
  const { bots } = sim.state.tg;
  const named = bots.find((one) => [one.token, String(one.id), one.username].includes(String(name)));
  return found(name === undefined ? bots[0] : named, 'bot');
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
  { bot, from }: z.infer<typeof Sender>,
  blocked: boolean,
): { chatId: number; blocked: boolean } {
  const person = sim.people.forTelegram(from);
  const named = botNamed(sim, bot);
  changeMembership(sim, named, person, blocked);
  return { chatId: person.chatId, blocked };
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
