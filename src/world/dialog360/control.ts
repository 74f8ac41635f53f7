import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, Switch, found, readOrder } from '../values/control-error.ts';
import { waIdOf } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import { emitAccountChange } from './emit.ts';
import { DEMO_NUMBER, demoTemplates } from './fixtures.ts';
import { InboundOrder, receiveMessage } from './inbound.ts';
import { type WabaNumber, chatOf, windowUntil } from './state.ts';
import { emitStatus } from './statuses.ts';
import { changeTemplate, rateTemplate } from './templates.ts';

const NewNumber = z.strictObject({
  key: z.string(),
  phone: z.string().optional(),
  phoneNumberId: z.string().optional(),
  wabaId: z.string().optional(),
  name: z.string().optional(),
  platformSecret: z.string().nullable().optional(),
  coexistence: z.boolean().optional(),
  graphToken: z.string().optional(),
  appSecret: z.string().optional(),
  meta: z.strictObject({ url: z.string(), verifyToken: z.string() }).optional(),
});
const NumberChange = z.strictObject({
  disabled: z.string().nullable().optional(),
  key: z.string().optional(),
  coexistence: z.boolean().optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED']).optional(),
  messagingLimit: z.string().optional(),
  portfolioId: z.string().optional(),
});
const StatusOrder = z.strictObject({
  id: z.string().optional(),
  ref: z.string().optional(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  code: z.int().default(131000),
});
const WindowOrder = z.strictObject({ number: z.string().optional(), phone: z.string(), open: z.boolean() });
const TemplateOrder = z.strictObject({
  name: z.string(),
  language: z.string().optional(),
  status: z
    .enum(['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED', 'IN_APPEAL', 'LOCKED', 'DELETED'])
    .optional(),
  reason: z.string().default('NONE'),
  quality: z.enum(['UNKNOWN', 'GREEN', 'YELLOW', 'RED']).optional(),
  wabaId: z.string().optional(),
});
/** The page shows the end of a long chat. */
const SHOWN = 200;

export function controlDialog360(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/d360', async () => snapshot(sim));
  app.get<{ Params: { id: string } }>('/_sim/d360/media/:id', async (request, reply) => {
    const media = found(sim.state.d360.media[request.params.id], 'media');
    return reply.type(media.mime).send(Buffer.from(media.base64, 'base64'));
  });
  app.post('/_sim/d360/numbers', async (request, reply) =>
    reply.code(201).send(await addNumber(sim, readOrder(NewNumber, request.body))),
  );
  app.patch<{ Params: { id: string } }>('/_sim/d360/numbers/:id', async (request) => {
    const order = readOrder(NumberChange, request.body);
    const number = Object.assign(numberNamed(sim, request.params.id), order);
    if (order.quality ?? order.messagingLimit) {
      emitAccountChange(sim, number.wabaId, 'phone_number_quality_update', {
        display_phone_number: number.phone,
        event: 'THROUGHPUT_UPGRADE',
        max_daily_conversations_per_business: number.messagingLimit ?? 'TIER_UNLIMITED',
      });
    }
    sim.changed('d360');
    return number;
  });
  app.post('/_sim/d360/inbound', async (request, reply) => {
    const order = readOrder(InboundOrder, request.body);
    return reply.code(201).send({ id: receiveMessage(sim, numberNamed(sim, order.number), order) });
  });
  app.post('/_sim/d360/reorder', async (request) => {
    sim.state.d360.reorder = readOrder(Switch, request.body).on;
    sim.changed('engineer');
    return { on: sim.state.d360.reorder };
  });
  app.post('/_sim/d360/sync-window-errors', async (request) => {
    sim.state.d360.syncWindowErrors = readOrder(Switch, request.body).on;
    sim.changed('engineer');
    return { on: sim.state.d360.syncWindowErrors };
  });
  app.post('/_sim/d360/status', async (request) => {
    const { id, ref, status, code } = readOrder(StatusOrder, request.body);
    const messages = Object.values(sim.state.d360.messages);
    const message = messages.findLast((one) => one.id === id || (ref !== undefined && one.ref === ref));
    emitStatus(sim, found(message, 'message'), { status, at: sim.clock.now(), code });
    return { id: message?.id, status };
  });
  app.post('/_sim/d360/window', async (request) => {
    const { number, phone, open } = readOrder(WindowOrder, request.body);
    const { phoneNumberId } = numberNamed(sim, number);
    const chat = chatOf(sim.state.d360, phoneNumberId, sim.people.byPhone(phone).userId);
    chat.lastInboundAt = open ? sim.clock.now() : null;
    sim.changed('d360');
    return { windowUntil: windowUntil(chat) };
  });
  app.post('/_sim/d360/templates', async (request) => {
    const order = readOrder(TemplateOrder, request.body);
    const { name, language, status, reason, quality, wabaId = 'WABA_DEMO' } = order;
    const named = sim.state.d360.templates.filter((one) => one.wabaId === wabaId && one.name === name);
    const chosen = named.filter((one) => language === undefined || one.language === language);
    if (chosen.length === 0) throw new ControlError(404, 'template not found');
    for (const template of chosen) {
      if (status) changeTemplate(sim, template, status, reason);
      if (quality) rateTemplate(sim, template, quality);
    }
    return { changed: chosen.length };
  });
}

function numberNamed(sim: Sim, name?: string): WabaNumber {
  const { numbers } = sim.state.d360;
  const named = numbers.find((one) => [one.phoneNumberId, one.phone, one.key].includes(name ?? ''));
  return found(name === undefined ? numbers[0] : named, 'number');
}

async function addNumber(sim: Sim, order: z.infer<typeof NewNumber>): Promise<WabaNumber> {
  const { numbers, templates } = sim.state.d360;
  if (numbers.some((one) => one.key === order.key)) throw new ControlError(409, 'this key exists');
  const nth = sim.ids.next('d360.number');
  const { meta, ...given } = order;
  const number: WabaNumber = {
    ...DEMO_NUMBER,
    phone: String(79_990_000_100 + nth),
    phoneNumberId: String(106_540_352_243_000 + nth),
    wabaId: `WABA_${nth}`,
    name: `Бизнес ${nth}`,
    platformSecret: `d360-platform-secret-${nth}`,
    graphToken: `graph-token-${nth}`,
    appSecret: `graph-app-secret-${nth}`,
    destinations: [],
    ...given,
  };
  if (meta) number.meta = await subscribe(sim, meta);
  numbers.push(number);
  if (!templates.some(({ wabaId }) => wabaId === number.wabaId)) templates.push(...demoTemplates(number.wabaId));
  sim.changed('d360');
  return number;
}

/** Meta asks a webhook to repeat a challenge before it sends anything there. */
async function subscribe(
  sim: Sim,
  meta: { url: string; verifyToken: string },
): Promise<{ url: string; verifyToken: string }> {
  const challenge = String(sim.ids.next('challenge') + 1_158_201_444);
  const url = new URL(meta.url);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.verify_token', meta.verifyToken);
  url.searchParams.set('hub.challenge', challenge);
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok || (await response.text()) !== challenge)
    throw new ControlError(422, 'the challenge was not repeated');
  return meta;
}

function snapshot(sim: Sim): unknown {
  const { numbers, templates, chats, messages, reorder, syncWindowErrors } = sim.state.d360;
  const iso = (at: number) => new Date(at).toISOString();
  return {
    numbers,
    templates,
    reorder,
    syncWindowErrors,
    chats: Object.values(chats).map((chat) => {
      const person = sim.people.byUserId(chat.userId);
      const until = windowUntil(chat);
      return {
        phoneNumberId: chat.phoneNumberId,
        phone: person?.phone ?? null,
        waId: person ? waIdOf(person) : null,
        userId: chat.userId,
        name: person?.name ?? chat.userId,
        windowUntil: until === 0 ? null : iso(until),
        messages: chat.messageIds.slice(-SHOWN).flatMap((id) => {
          const message = messages[id];
          return message ? [{ ...message, at: iso(message.at) }] : [];
        }),
      };
    }),
  };
}
