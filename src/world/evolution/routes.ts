import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecord } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import {
  CODE_MS,
  codeOf,
  deleteSession,
  findSession,
  isOnWhatsApp,
  makePhoneCode,
  markRead,
  openSession,
  restart,
  send,
  setState,
} from '../whatsapp/network.ts';
import { qrPicture } from '../whatsapp/qr-picture.ts';
import { type Message, type Session, whatsAppState } from '../whatsapp/state.ts';
import { EvolutionError } from './errors.ts';

export const GLOBAL_KEY = 'evolution-demo-key';
const PREFIX = '/evolution';
/** Codes until the session closes. */
const MAX_CODES = 30;

/** @property number of the query */
type Call = { sim: Sim; session: Session; body: Record<string, unknown>; number: string | null };
type Answer = (call: Call) => unknown;

const CALLS: Readonly<Record<string, Answer>> = {
  'GET /instance/connectionState': ({ sim, session }) => ({
    instance: { instanceName: session.id, state: stateOf(sim, session) },
  }),
  'GET /instance/connect': connect,
  'POST /instance/restart': ({ sim, session }) => {
    restart(sim, session);
    return { instance: { instanceName: session.id, state: stateOf(sim, session) } };
  },
  'DELETE /instance/logout': ({ sim, session }) => {
    if (stateOf(sim, session) === 'close')
      throw new EvolutionError(400, `The "${session.id}" instance is not connected`);
    setState(sim, session, 'notAuthorized');
    return { status: 'SUCCESS', error: false, response: { message: 'Instance logged out' } };
  },
  'DELETE /instance/delete': ({ sim, session }) => {
    deleteSession(sim, session);
    return { status: 'SUCCESS', error: false, response: { message: 'Instance deleted' } };
  },
  'POST /webhook/set': ({ session, body }) => {
    setWebhook(session, body['webhook']);
    return session.settings;
  },
  'GET /webhook/find': ({ session }) => session.settings,
  'POST /chat/whatsappNumbers': ({ body }) => {
    const numbers = Array.isArray(body['numbers']) ? body['numbers'].map(String) : [];
    return numbers.map((number) => ({ jid: `${number}@s.whatsapp.net`, exists: isOnWhatsApp(number), number }));
  },
  'POST /chat/getBase64FromMediaMessage': ({ sim, body }) => {
    const { id } = isRecord(body['message']) && isRecord(body['message']['key']) ? body['message']['key'] : {};
    const { media } = whatsAppState(sim).messages.find((one) => one.id === id) ?? {};
    if (!media?.base64) throw new EvolutionError(400, 'Message not found');
    return { mediaType: `${media.kind}Message`, fileName: media.name, mimetype: media.mime, base64: media.base64 };
  },
  'POST /chat/markMessageAsRead': ({ sim, session, body }) => {
    const keys = Array.isArray(body['readMessages']) ? body['readMessages'].filter(isRecord) : [];
    if (keys.length === 0) throw new EvolutionError(400, 'instance requires property "readMessages"');
    for (const { remoteJid, id } of keys)
      markRead(sim, session, { phone: String(remoteJid).replace(/@.*$/, ''), last: String(id), isAlone: true });
    return { message: 'Read messages', read: 'success' };
  },
  'POST /message/sendText': (call) => accept(call, { text: textOf(call.body, 'text') }),
  'POST /message/sendMedia': (call) =>
    accept(call, { text: optional(call.body['caption']), media: mediaOf(call.body) }),
  'POST /message/sendWhatsAppAudio': (call) =>
    accept(call, { text: null, media: mediaOf({ ...call.body, mediatype: 'audio', media: call.body['audio'] }) }),
  'POST /message/sendButtons': (call) =>
    accept(call, { text: textOf(call.body, 'title'), buttons: buttonsOf(call.body) }),
  'DELETE /chat/deleteMessageForEveryone': ({ sim, body }) => {
    const state = whatsAppState(sim);
    state.messages = state.messages.filter(({ id }) => id !== body['id']);
    return { status: 'PENDING' };
  },
};

const FIELDS: readonly string[] = [
  'number',
  'numbers',
  'text',
  'delay',
  'linkPreview',
  'quoted',
  'mediatype',
  'mimetype',
  'media',
  'audio',
  'fileName',
  'caption',
  'title',
  'description',
  'footer',
  'buttons',
  'webhook',
  'id',
  'message',
  'convertToMp4',
  'remoteJid',
  'fromMe',
  'instanceName',
  'integration',
  'qrcode',
  'token',
  'rejectCall',
  'groupsIgnore',
  'alwaysOnline',
  'readMessages',
  'syncFullHistory',
];

/** The API below `/evolution`. */
export function serveEvolution(app: FastifyInstance, sim: Sim): void {
  app.route<{ Params: { room: string; call: string; name: string }; Querystring: { number?: string } }>({
    method: ['GET', 'POST', 'DELETE'],
    url: `${PREFIX}/:room/:call/:name`,
    handler: async (request, reply) => {
      try {
        const { room, call, name } = request.params;
        const session = findSession(sim, name);
        if (session?.gateway !== 'evolution') throw new EvolutionError(404, `The "${name}" instance does not exist`);
        const { apikey } = request.headers;
        if (apikey !== session.token && apikey !== GLOBAL_KEY) throw new EvolutionError(401, 'Unauthorized');
        const answer = CALLS[`${request.method} /${room}/${call}`];
        if (!answer) throw new EvolutionError(404, `Cannot ${request.method} ${request.url}`);
        const body = bodyOf(sim, request);
        const { number = null } = request.query;
        return await reply.code(room === 'message' ? 201 : 200).send(answer({ sim, session, body, number }));
      } catch (error) {
        if (!(error instanceof EvolutionError)) throw error;
        return reply.code(error.status).send(error.toBody());
      }
    },
  });
  app.post(`${PREFIX}/instance/create`, async (request, reply) => {
    if (request.headers['apikey'] !== GLOBAL_KEY)
      return reply.code(401).send(new EvolutionError(401, 'Unauthorized').toBody());
    const body = bodyOf(sim, request);
    const name = String(body['instanceName'] ?? '');
    if (name === '' || findSession(sim, name))
      return reply.code(403).send(new EvolutionError(403, `This name "${name}" is already in use.`).toBody());
    const token = sim.ids.hex('evolution.token', 32);
    const session = openSession(sim, { gateway: 'evolution', id: name, token, webhookUrl: '', settings: {} });
    setWebhook(session, body['webhook']);
    return reply.code(201).send({
      instance: {
        instanceName: name,
        instanceId: sim.ids.hex('evolution.id', 32),
        integration: body['integration'],
        status: 'connecting',
      },
      hash: token,
      webhook: {},
      settings: {},
      qrcode: { pairingCode: null, code: null, base64: null, count: 0 },
    });
  });
  app.get<{ Querystring: { instanceName?: string } }>(`${PREFIX}/instance/fetchInstances`, async (request, reply) => {
    const session = findSession(sim, request.query.instanceName ?? '');
    const { apikey } = request.headers;
    if (apikey !== GLOBAL_KEY && apikey !== session?.token)
      return reply.code(401).send(new EvolutionError(401, 'Unauthorized').toBody());
    if (!session) return reply.code(404).send(new EvolutionError(404, 'Instance not found').toBody());
    const ownerJid = session.number === null ? null : `${session.number}@s.whatsapp.net`;
    return [{ name: session.id, connectionStatus: stateOf(sim, session), ownerJid, profileName: nameOf(sim, session) }];
  });
}

function bodyOf(sim: Sim, { body, method, url }: FastifyRequest): Record<string, unknown> {
  const fields = isRecord(body) ? body : {};
  for (const field of Object.keys(fields).filter((one) => !FIELDS.includes(one)))
    sim.journal.warn({ at: sim.clock.iso(), channel: 'evolution', method, path: url, field });
  return fields;
}

function setWebhook(session: Session, webhook: unknown): void {
  if (!isRecord(webhook)) return;
  session.settings = { ...webhook };
  session.webhookUrl = webhook['enabled'] === true ? String(webhook['url'] ?? '') : '';
}

const nameOf = (sim: Sim, { number }: Session) =>
  whatsAppState(sim).phones.find((one) => one.number === number)?.name ?? null;

export function stateOf(sim: Sim, session: Session): 'open' | 'connecting' | 'close' {
  if (session.state === 'authorized') return 'open';
  if (session.state === 'starting') return 'connecting';
  const hasCodes = session.codeCount < MAX_CODES || sim.clock.now() - session.codeAt < CODE_MS;
  return session.state === 'blocked' || session.isClosed || !hasCodes ? 'close' : 'connecting';
}

/**
 * Requested of a closed session, it begins with new codes. Only then the phone of the query counts: it gets a code to
 * enter with each code that is scanned.
 */
function connect({ sim, session, number }: Call): unknown {
  if (stateOf(sim, session) === 'open') return { instance: { instanceName: session.id, state: 'open' } };
  if (session.state === 'starting') return { pairingCode: null, code: null, base64: null, count: 0 };
  if (stateOf(sim, session) === 'close') {
    restart(sim, session);
    session.settings['number'] = number;
  }
  const before = session.code;
  const code = codeOf(sim, session, MAX_CODES);
  const phone = session.settings['number'];
  if (code !== before && typeof phone === 'string') makePhoneCode(sim, session, phone);
  const base64 = code === null ? null : `data:image/png;base64,${qrPicture(code)}`;
  return { pairingCode: session.phoneCode?.code ?? null, code, base64, count: session.codeCount };
}

function accept({ sim, session, body }: Call, content: Pick<Message, 'text'> & Partial<Message>): unknown {
  const phone = String(body['number'] ?? '').replace(/@.*$/, '');
  if (session.state !== 'authorized') throw new EvolutionError(400, 'Connection Closed');
  if (!/^\d{7,15}$/.test(phone)) throw new EvolutionError(400, 'number is not valid');
  if (!isOnWhatsApp(phone))
    throw new EvolutionError(400, JSON.stringify({ jid: `${phone}@s.whatsapp.net`, exists: false, number: phone }));
  const message = send(sim, session, { number: session.number ?? '', phone, ...content });
  return {
    key: { remoteJid: `${phone}@s.whatsapp.net`, fromMe: true, id: message.id },
    status: 'PENDING',
    messageType: 'conversation',
    messageTimestamp: Math.floor(message.at / 1000),
  };
}

const optional = (value: unknown) => (typeof value === 'string' ? value : null);

function textOf(body: Record<string, unknown>, field: string): string {
  const text = body[field];
  if (typeof text !== 'string' || text === '') throw new EvolutionError(400, `instance requires property "${field}"`);
  return text;
}

const KINDS = ['image', 'video', 'audio', 'document'] as const;

function mediaOf({ mediatype, media, mimetype, fileName }: Record<string, unknown>): Message['media'] {
  if (typeof media !== 'string' || !/^https?:/.test(media))
    throw new EvolutionError(400, 'Owned media must be a url or base64');
  const kind = KINDS.find((one) => one === mediatype) ?? 'document';
  return { kind, link: media, name: optional(fileName), mime: optional(mimetype) ?? 'application/octet-stream' };
}

function buttonsOf({ buttons }: Record<string, unknown>): Message['buttons'] {
  if (!Array.isArray(buttons) || buttons.length === 0) throw new EvolutionError(400, 'At least one button is required');
  const kinds = new Set(buttons.map((button: Record<string, unknown>) => button['type'] === 'reply'));
  if (kinds.size > 1) throw new EvolutionError(400, 'Reply buttons cannot be mixed with other types');
  if (kinds.has(true) && buttons.length > 3) throw new EvolutionError(400, 'Maximum of 3 reply buttons allowed');
  return buttons.map((button: Record<string, unknown>) => {
    const title = String(button['displayText'] ?? '');
    if (button['type'] === 'url') return { kind: 'url', id: String(button['url']), title };
    if (button['type'] === 'call') return { kind: 'call', id: String(button['phoneNumber']), title };
    return { kind: 'reply', id: String(button['id']), title };
  });
}
