import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { Inbound, receive, stop, tap } from './inbound.ts';
import { aBot, type Bot, maxState } from './state.ts';

const From = z.strictObject({ bot: z.string().optional(), from: z.union([z.string(), z.number()]) });
const Tap = From.extend({ payload: z.string() });
const NewBot = z.strictObject({ token: z.string().min(1), username: z.string(), name: z.string() });
const BotChange = z.strictObject({ isModerated: z.boolean().optional(), token: z.string().min(1).optional() });

/** Actions of people in MAX, and the state of its bots. */
export function controlMax(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/max', async () => {
    const { bots, dialogs, messages, taps } = maxState(sim);
    const phones = new Map(sim.people.all().map(({ chatId, phone }) => [chatId, phone]));
    const named = messages.map((one) => ({ ...one, phone: phones.get(one.userId) ?? null }));
    return { bots, dialogs, messages: named, taps };
  });
  app.post('/_sim/max/bots', async (request, reply) => {
    const { token, username, name } = readOrder(NewBot, request.body);
    const { bots } = maxState(sim);
    const bot = aBot(bots.length, token, username, name);
    bots.push(bot);
    sim.changed('max');
    return reply.code(201).send(bot);
  });
  app.patch<{ Params: { username: string } }>('/_sim/max/bots/:username', async (request) => {
    sim.changed('max');
    return Object.assign(botNamed(sim, request.params.username), readOrder(BotChange, request.body));
  });
  app.post('/_sim/max/inbound', async (request, reply) => {
    const order = readOrder(Inbound, request.body);
    const message = receive(sim, botNamed(sim, order.bot), sim.people.forTelegram(order.from), order);
    return reply.code(201).send({ mid: message?.mid ?? null });
  });
  app.post('/_sim/max/tap', async (request, reply) => {
    const { bot, from, payload } = readOrder(Tap, request.body);
    const callbackId = tap(sim, botNamed(sim, bot), sim.people.forTelegram(from), payload);
    return reply.code(201).send({ callbackId });
  });
  app.post('/_sim/max/stop', async (request) => {
    const { bot, from } = readOrder(From, request.body);
    stop(sim, botNamed(sim, bot), sim.people.forTelegram(from));
    return {};
  });
}

export function botNamed(sim: Sim, name?: string): Bot {
  const { bots } = maxState(sim);
  const named = bots.find(({ username, token, userId }) => [username, token, String(userId)].includes(String(name)));
  return found(name === undefined ? bots[0] : named, 'bot');
}
