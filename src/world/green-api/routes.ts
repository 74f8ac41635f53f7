import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../values/fields.ts';
import { bucket } from '../values/limits.ts';
import type { Sim } from '../sim/sim.ts';
import {
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
import { GreenApiError } from './errors.ts';
import { fileUrl } from './webhooks.ts';

export const PARTNER_TOKEN = 'green-demo-partner-token';
const PREFIX = '/greenapi';

type Call = { sim: Sim; session: Session; body: Record<string, unknown> };
type Method = { http: 'GET' | 'POST'; perSecond: number; fields?: readonly string[]; answer(call: Call): unknown };

const SETTINGS = [
  'webhookUrl',
  'webhookUrlToken',
  'delaySendMessagesMilliseconds',
  'markIncomingMessagesReaded',
  'outgoingWebhook',
  'outgoingMessageWebhook',
  'outgoingAPIMessageWebhook',
  'incomingWebhook',
  'editedMessageWebhook',
  'deletedMessageWebhook',
  'stateWebhook',
  'keepOnlineStatus',
  'name',
] as const;

const SENT = ['chatId', 'quotedMessageId', 'linkPreview', 'typingTime'] as const;

const METHODS: Readonly<Record<string, Method>> = {
  getStateInstance: { http: 'GET', perSecond: 1, answer: ({ session }) => ({ stateInstance: session.state }) },
  getWaSettings: {
    http: 'GET',
    perSecond: 1,
    answer: ({ session }) => ({
      avatar: '',
      phone: session.state === 'authorized' ? session.number : '',
      stateInstance: session.state,
      deviceId: session.state === 'authorized' ? `${session.number}:1@s.whatsapp.net` : '',
    }),
  },
  qr: { http: 'GET', perSecond: 3, answer: showCode },
  getAuthorizationCode: { http: 'POST', perSecond: 1, fields: ['phoneNumber'], answer: givePhoneCode },
  logout: {
    http: 'GET',
    perSecond: 1,
    answer({ sim, session }) {
      if (session.state !== 'notAuthorized') setState(sim, session, 'notAuthorized');
      return { isLogout: true };
    },
  },
  reboot: {
    http: 'GET',
    perSecond: 1,
    answer({ sim, session }) {
      restart(sim, session);
      return { isReboot: true };
    },
  },
  getSettings: { http: 'GET', perSecond: 1, answer: ({ session }) => session.settings },
  setSettings: {
    http: 'POST',
    perSecond: 1,
    fields: SETTINGS,
    answer({ session, body }) {
      Object.assign(session.settings, body);
      session.webhookUrl = String(session.settings['webhookUrl'] ?? '');
      return { saveSettings: true };
    },
  },
  checkWhatsapp: {
    http: 'POST',
    perSecond: 10,
    fields: ['phoneNumber'],
    answer: ({ session, body }) => {
      requireAuthorized(session);
      return { existsWhatsapp: isOnWhatsApp(String(body['phoneNumber'])) };
    },
  },
  sendMessage: {
    http: 'POST',
    perSecond: 50,
    fields: [...SENT, 'message'],
    answer: (call) => accept(call, { text: textOf(call.body, 'message', 20_000) }),
  },
  sendFileByUrl: {
    http: 'POST',
    perSecond: 50,
    fields: [...SENT, 'urlFile', 'fileName', 'caption', 'typingType'],
    answer: (call) => accept(call, { text: captionOf(call.body), media: mediaOf(call.body) }),
  },
  sendInteractiveButtonsReply: {
    http: 'POST',
    perSecond: 50,
    fields: ['chatId', 'body', 'header', 'footer', 'buttons'],
    answer: (call) => accept(call, { text: textOf(call.body, 'body', 1024), buttons: buttonsOf(call.body) }),
  },
  sendInteractiveButtons: {
    http: 'POST',
    perSecond: 50,
    fields: ['chatId', 'body', 'header', 'footer', 'buttons'],
    answer: (call) => accept(call, { text: textOf(call.body, 'body', 1024), buttons: buttonsOf(call.body) }),
  },
  deleteMessage: {
    http: 'POST',
    perSecond: 50,
    fields: ['chatId', 'idMessage', 'onlySenderDelete'],
    answer({ sim, body }) {
      const state = whatsAppState(sim);
      state.messages = state.messages.filter(({ id }) => id !== body['idMessage']);
      return {};
    },
  },
  downloadFile: {
    http: 'POST',
    perSecond: 10,
    fields: ['chatId', 'idMessage'],
    answer({ sim, body }) {
      const message = whatsAppState(sim).messages.find(({ id }) => id === body['idMessage']);
      if (!message?.media || `${message.phone}@c.us` !== body['chatId'])
        throw new GreenApiError(400, 'Message not found');
      return { downloadUrl: message.media.link || fileUrl(sim.url, message.id) };
    },
  },
  readChat: {
    http: 'POST',
    perSecond: 10,
    fields: ['chatId', 'idMessage'],
    answer({ sim, session, body }) {
      requireAuthorized(session);
      const phone = String(body['chatId']).replace(/@c\.us$/, '');
      const last = typeof body['idMessage'] === 'string' ? body['idMessage'] : null;
      return { setRead: markRead(sim, session, { phone, last }) };
    },
  },
};

/** Sessions ("instances") below `/greenapi/waInstance{id}`, and the partner's account below `/greenapi/partner`. */
export function serveGreenApi(app: FastifyInstance, sim: Sim): void {
  const rates = new Map(
    Object.entries(METHODS).map(([name, { perSecond }]) => [name, bucket(perSecond + 2, perSecond)]),
  );
  sim.onReset(() => {
    for (const rate of rates.values()) rate.clear();
  });
  app.route<{ Params: { instance: string; method: string; token: string } }>({
    method: ['GET', 'POST'],
    url: `${PREFIX}/:instance/:method/:token`,
    handler: (request, reply) =>
      answering(request, reply, () => {
        const { instance, method: name, token } = request.params;
        const session = findSession(sim, instance.replace(/^waInstance/, ''));
        if (session?.gateway !== 'greenapi' || session.token !== token) throw new GreenApiError(401, 'Unauthorized');
        const method = METHODS[name];
        if (!method || method.http !== request.method) throw new GreenApiError(403, 'Forbidden');
        const limits = sim.behaviours.of('greenapi').limits === 'on';
        if (limits && (rates.get(name)?.take(session.id, sim.clock.now()) ?? 0) > 0)
          throw new GreenApiError(429, 'Too Many Requests');
        const body = isRecord(request.body) ? request.body : {};
        warn(sim, request, body, method.fields ?? []);
        return method.answer({ sim, session, body });
      }),
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/files/:id`, async (request, reply) => {
    const { media } = whatsAppState(sim).messages.find(({ id }) => id === request.params.id) ?? {};
    if (!media?.base64) return reply.code(404).send('Not Found');
    return reply.type(media.mime).send(Buffer.from(media.base64, 'base64'));
  });
  app.post<{ Params: { token: string } }>(`${PREFIX}/partner/createInstance/:token`, (request, reply) =>
    answering(request, reply, () => {
      const body = partnerBody(request);
      if (!body) return PARTNER_REFUSAL;
      warn(sim, request, body, SETTINGS);
      const id = String(1_101_000_000 + sim.ids.next('greenapi.instance'));
      const token = sim.ids.hex('greenapi.token', 50);
      openSession(sim, {
        gateway: 'greenapi',
        id,
        token,
        webhookUrl: String(body['webhookUrl'] ?? ''),
        settings: { ...body },
      });
      return { idInstance: Number(id), apiTokenInstance: token, typeInstance: 'whatsapp' };
    }),
  );
  app.post<{ Params: { token: string } }>(`${PREFIX}/partner/deleteInstanceAccount/:token`, (request, reply) =>
    answering(request, reply, () => {
      const body = partnerBody(request);
      if (!body) return PARTNER_REFUSAL;
      const session = findSession(sim, String(body['idInstance']));
      if (!session) return { code: 404, description: 'Instance is not found' };
      deleteSession(sim, session);
      return { deleteInstanceAccount: true };
    }),
  );
}

/** The partner's account answers refusals with 200. */
const PARTNER_REFUSAL = { code: 401, description: 'Unauthorized' };

function partnerBody({ params, body }: FastifyRequest<{ Params: { token: string } }>): Record<string, unknown> | null {
  return params.token === PARTNER_TOKEN && isRecord(body) ? body : null;
}

async function answering(request: FastifyRequest, reply: FastifyReply, answer: () => unknown): Promise<unknown> {
  try {
    return await reply.code(200).send(answer());
  } catch (error) {
    if (!(error instanceof GreenApiError)) throw error;
    return reply.code(error.status).send(error.toBody(request.url));
  }
}

function warn(sim: Sim, request: FastifyRequest, body: Record<string, unknown>, known: readonly string[]): void {
  for (const field of Object.keys(body).filter((one) => !known.includes(one)))
    sim.journal.warn({ at: sim.clock.iso(), channel: 'greenapi', method: request.method, path: request.url, field });
}

function showCode({ sim, session }: Call): unknown {
  if (session.state === 'authorized') return { type: 'alreadyLogged', message: 'instance account already authorized' };
  if (session.state === 'starting') return { type: 'error', message: 'instance in starting process try later' };
  if (session.state === 'blocked') return { type: 'error', message: 'instance account is blocked' };
  return { type: 'qrCode', message: qrPicture(codeOf(sim, session) ?? '') };
}

function givePhoneCode({ sim, session, body }: Call): unknown {
  if (session.state === 'starting') throw new GreenApiError(400, 'instance in starting process try later');
  if (session.state !== 'notAuthorized') throw new GreenApiError(400, 'instance account already authorized');
  const { phoneNumber } = body;
  if (typeof phoneNumber !== 'number' || !/^\d{7,15}$/.test(String(phoneNumber)))
    throw new GreenApiError(400, "Validation failed. Details: 'phoneNumber' is not valid");
  const number = String(phoneNumber);
  return isOnWhatsApp(number)
    ? { status: true, code: makePhoneCode(sim, session, number) }
    : { status: false, code: '' };
}

function requireAuthorized({ state }: Session): void {
  if (state === 'starting') throw new GreenApiError(400, 'instance in starting process try later');
  if (state !== 'authorized') throw new GreenApiError(400, 'instance account not authorized');
}

/** NOTE: a session that is signed out accepts messages too, and holds them for a day. */
function accept({ sim, session, body }: Call, content: Pick<Message, 'text'> & Partial<Message>): unknown {
  const phone = /^(\d{7,15})@c\.us$/.exec(String(body['chatId']))?.[1];
  if (!phone) throw new GreenApiError(400, "Validation failed. Details: 'chatId' is not valid");
  if (session.state === 'blocked') throw new GreenApiError(400, 'instance account is blocked');
  const quoted = typeof body['quotedMessageId'] === 'string' ? body['quotedMessageId'] : null;
  const message = send(sim, session, { number: session.number ?? '', phone, quoted, ...content });
  return { idMessage: message.id };
}

function textOf(body: Record<string, unknown>, field: string, most: number): string {
  const text = body[field];
  if (typeof text !== 'string' || text === '' || text.length > most)
    throw new GreenApiError(400, `Validation failed. Details: '${field}' is not valid`);
  return text;
}

const captionOf = ({ caption }: Record<string, unknown>) => (typeof caption === 'string' ? caption : null);

const MIMES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
};

function kindOf(mime: string): NonNullable<Message['media']>['kind'] {
  const family = mime.split('/')[0];
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

function mediaOf({ urlFile, fileName }: Record<string, unknown>): Message['media'] {
  if (typeof urlFile !== 'string' || !/^https?:/.test(urlFile) || typeof fileName !== 'string')
    throw new GreenApiError(400, "Validation failed. Details: 'urlFile' is not valid");
  const mime = MIMES[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return { kind: kindOf(mime), link: urlFile, name: fileName, mime };
}

function buttonsOf({ buttons }: Record<string, unknown>): Message['buttons'] {
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 3)
    throw new GreenApiError(400, "Validation failed. Details: 'buttons' must contain 1 to 3 elements");
  return buttons.map((button: Record<string, unknown>) => {
    const title = String(button['buttonText'] ?? '');
    if (title === '' || title.length > 25)
      throw new GreenApiError(400, "Validation failed. Details: 'buttonText' is not valid");
    if (button['type'] === 'url') return { kind: 'url', id: String(button['url']), title };
    if (button['type'] === 'call') return { kind: 'call', id: String(button['phoneNumber']), title };
    return { kind: 'reply', id: String(button['buttonId']), title };
  });
}
