import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, found, readOrder } from '../values/control-error.ts';
import { digits } from '../cast/people.ts';
import { PIXEL } from '../values/pixel.ts';
import type { Sim } from '../sim/sim.ts';
import { codesOnScreens, enterPhoneCode, receive, report, scan, setState, typeOnPhone } from './network.ts';
import { qrPicture } from './qr-picture.ts';
import { type Message, type Session, STATUSES, whatsAppState } from './state.ts';

const Scan = z.strictObject({ number: z.string(), code: z.string().optional() });
const EnteredCode = z.strictObject({ number: z.string(), code: z.string() });
const Device = z.strictObject({ number: z.string(), sessionId: z.string().optional() });
const Deaf = Device.extend({ on: z.boolean(), healsOnRestart: z.boolean().default(true) });
const Typed = z.strictObject({ number: z.string(), to: z.string(), text: z.string().min(1) });
const Inbound = z.strictObject({
  number: z.string().optional(),
  from: z.string(),
  text: z.string().optional(),
  button: z.strictObject({ id: z.string(), title: z.string() }).optional(),
  media: z
    .strictObject({
      kind: z.enum(['image', 'document', 'audio', 'video']),
      /** Where the gateway stores it; left out: the gateway itself has it. */
      link: z.string().default(''),
      base64: z.base64().default(PIXEL),
      isLate: z.boolean().default(false),
      mime: z.string(),
      name: z.string().nullable().default(null),
    })
    .optional(),
  quoted: z.string().nullable().optional(),
});
const StatusOrder = z.strictObject({ status: z.enum(STATUSES), times: z.int().positive().default(1) });

/** Controls phones with WhatsApp that gateways are linked to. */
export function controlWhatsApp(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/whatsapp', async () => view(sim));
  app.post('/_sim/whatsapp/scan', async (request) => {
    const { number, code } = readOrder(Scan, request.body);
    return { sessionId: scan(sim, digits(number), code).id };
  });
  app.post('/_sim/whatsapp/enter-code', async (request) => {
    const { number, code } = readOrder(EnteredCode, request.body);
    return { sessionId: enterPhoneCode(sim, digits(number), code).id };
  });
  app.post('/_sim/whatsapp/unlink', async (request) => {
    for (const session of linkedOf(sim, readOrder(Device, request.body))) setState(sim, session, 'notAuthorized');
    return {};
  });
  app.post('/_sim/whatsapp/block', async (request) => {
    for (const session of linkedOf(sim, readOrder(Device, request.body))) setState(sim, session, 'blocked');
    return {};
  });
  app.post('/_sim/whatsapp/deaf', async (request) => {
    const { on, healsOnRestart, ...device } = readOrder(Deaf, request.body);
    for (const session of linkedOf(sim, device)) Object.assign(session, { isDeaf: on, healsOnRestart });
    return {};
  });
  app.post('/_sim/whatsapp/own', async (request, reply) => {
    const { number, to, text } = readOrder(Typed, request.body);
    return reply.code(201).send(typeOnPhone(sim, { number: digits(number), phone: digits(to), text }));
  });
  app.post('/_sim/whatsapp/inbound', async (request, reply) => {
    const { number, from, text = null, button = null, media = null, quoted = null } = readOrder(Inbound, request.body);
    const to = number === undefined ? firstLinked(sim) : digits(number);
    const order = { number: to, phone: digits(from), text: button?.title ?? text, tapped: button, media, quoted };
    return reply.code(201).send(receive(sim, order));
  });
  app.post<{ Params: { id: string } }>('/_sim/whatsapp/messages/:id/status', async (request) => {
    const { status, times } = readOrder(StatusOrder, request.body);
    const message = found(
      whatsAppState(sim).messages.find(({ id }) => id === request.params.id),
      'message',
    );
    for (let nth = 0; nth < times; nth++) report(sim, message, status);
    return message;
  });
}

function linkedOf(sim: Sim, { number, sessionId }: { number: string; sessionId?: string | undefined }): Session[] {
  const linked = whatsAppState(sim).sessions.filter(
    (one) => one.number === digits(number) && (sessionId === undefined || one.id === sessionId),
  );
  if (linked.length === 0) throw new ControlError(404, 'linked device not found');
  return linked;
}

function firstLinked(sim: Sim): string {
  const linked = whatsAppState(sim).sessions.find(({ state }) => state === 'authorized');
  return found(linked?.number ?? undefined, 'linked phone');
}

/** The phones and their chats, as the page draws them. */
function view(sim: Sim) {
  const { phones, sessions, messages } = whatsAppState(sim);
  const isLinked = (one: Session) => one.state === 'authorized' || one.state === 'starting';
  const chats = Map.groupBy(messages, ({ number, phone }) => `${number} ${phone}`);
  return {
    phones: phones.map((phone) => ({
      ...phone,
      devices: sessions
        .filter((one) => one.number === phone.number && isLinked(one))
        .map(({ id, gateway, linkedAt }) => ({ id, gateway, at: new Date(linkedAt ?? 0).toISOString() })),
    })),
    screens: codesOnScreens(sim).map(({ id, code }) => ({ id, code, picture: qrPicture(code ?? '') })),
    numbers: phones.map(({ number, name }) => ({
      phoneNumberId: number,
      phone: number,
      name,
      webhook: sessions.some((one) => one.number === number && isLinked(one)) ? { url: '' } : null,
    })),
    chats: [...chats].map(([key, own]) => {
      const [number = '', phone = ''] = key.split(' ');
      return { phoneNumberId: number, phone, windowUntil: null, messages: own.map((one) => toShown(sim, one)) };
    }),
  };
}

const toShown = (sim: Sim, { id, direction, at, text, buttons, media, quoted, status, error, sessionId }: Message) => ({
  id,
  direction,
  type: media?.kind ?? 'text',
  at: new Date(at).toISOString(),
  header: null,
  text,
  footer: null,
  buttons,
  media: media && {
    kind: media.kind,
    link: media.link || `${sim.url}/greenapi/files/${id}`,
    mediaId: null,
    filename: media.name,
  },
  templateName: null,
  quoted,
  status,
  error: error && { code: 0, title: error.title },
  isTyped: direction === 'out' && sessionId === null,
});
