import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../../values/control-error.ts';
import { digits } from '../../cast/people.ts';
import type { Sim } from '../../sim/sim.ts';
import { accountOf, InboundOrder, receiveMessage, typeOnPhone } from './inbound.ts';
import { findMessage, reportStatus } from './sending.ts';
import { changeState } from './sign-in.ts';
import { greenTelegram, type Instance, STATES } from './state.ts';
import { postMessage } from './webhooks.ts';

const OwnMessage = z.strictObject({
  account: z.string().optional(),
  to: z.union([z.string(), z.number()]),
  text: z.string().min(1),
});
const InstanceChange = z.strictObject({
  state: z.enum(STATES).optional(),
  token: z.string().optional(),
  isDeaf: z.boolean().optional(),
});
const Flood = z.strictObject({ seconds: z.int().positive(), times: z.int().positive().default(1) });
const Block = z.strictObject({
  from: z.union([z.string(), z.number()]),
  account: z.string().optional(),
  on: z.boolean(),
});
const Status = z.strictObject({
  status: z.enum(['sent', 'read', 'failed']),
  problem: z.string().optional(),
  times: z.int().positive().default(1),
});

export function controlGateway(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/greentg', async () => greenTelegram(sim));
  app.post('/_sim/greentg/inbound', async (request, reply) =>
    reply.code(201).send(receiveMessage(sim, readOrder(InboundOrder, request.body))),
  );
  app.post('/_sim/greentg/own', async (request, reply) =>
    reply.code(201).send(typeOnPhone(sim, readOrder(OwnMessage, request.body))),
  );
  // The session of an account is ended on its phone, say, or the gateway suspends it.
  app.patch<{ Params: { phone: string } }>('/_sim/greentg/instances/:phone', async (request) => {
    const instance = instanceBy(sim, request.params.phone);
    const { state, token = instance.token, isDeaf = instance.isDeaf } = readOrder(InstanceChange, request.body);
    Object.assign(instance, { token, isDeaf });
    if (state) changeState(sim, instance, state);
    return instance;
  });
  app.post('/_sim/greentg/flood', async (request) => {
    const { seconds, times } = readOrder(Flood, request.body);
    return Object.assign(greenTelegram(sim).floods, { seconds, left: times });
  });
  app.post('/_sim/greentg/block', async (request) => {
    const { from, account, on } = readOrder(Block, request.body);
    const state = greenTelegram(sim);
    const pair = `${accountOf(sim, account).phone} ${sim.people.forTelegram(from).chatId}`;
    state.blocked = [...state.blocked.filter((one) => one !== pair), ...(on ? [pair] : [])];
    return state.blocked;
  });
  app.post('/_sim/greentg/switches', async (request) => {
    const { reorder } = readOrder(z.strictObject({ reorder: z.boolean() }), request.body);
    return Object.assign(greenTelegram(sim).switches, { reorder });
  });
  app.post<{ Params: { chatId: string; id: string } }>('/_sim/greentg/messages/:chatId/:id/status', async (request) => {
    const { status, problem = null, times } = readOrder(Status, request.body);
    const message = messageBy(sim, request.params);
    for (let nth = 0; nth < times; nth++) reportStatus(sim, message, status, problem);
    return message;
  });
  app.post<{ Params: { chatId: string; id: string } }>('/_sim/greentg/messages/:chatId/:id/again', async (request) => {
    const message = messageBy(sim, request.params);
    postMessage(sim, message, sim.people.byChat(message.chatId) ?? null);
    return message;
  });
}

function instanceBy(sim: Sim, phone: string): Instance {
  return found(
    greenTelegram(sim).instances.findLast((one) => one.phone === digits(phone)),
    'instance',
  );
}

function messageBy(sim: Sim, { chatId, id }: { chatId: string; id: string }) {
  const known = greenTelegram(sim).messages.find((one) => one.id === id && one.chatId === Number(chatId));
  return found(known && findMessage(sim, known), 'message');
}
