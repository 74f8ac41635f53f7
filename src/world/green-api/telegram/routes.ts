import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { webhookAddressProblem } from '../../values/addresses.ts';
import { isRecord } from '../../values/fields.ts';
import { bucket } from '../../values/limits.ts';
import type { Sim } from '../../sim/sim.ts';
import { GatewayError, gatewayRefusal } from './errors.ts';
import { acceptMessage, findByPhone } from './sending.ts';
import { changeState, enterCode, enterPassword, startSignIn } from './sign-in.ts';
import { greenTelegram, type Instance, PARTNER_TOKEN } from './state.ts';
import { fileUrl } from './webhooks.ts';

const SENDS_PER_SECOND = 50;
const FLAG = z.enum(['yes', 'no']);
const SETTINGS: Readonly<Record<string, z.ZodType<string | number>>> = {
  webhookUrl: z.string(),
  webhookUrlToken: z.string(),
  delaySendMessagesMilliseconds: z.int().min(500).max(600_000),
  markIncomingMessagesReaded: FLAG,
  outgoingWebhook: FLAG,
  outgoingMessageWebhook: FLAG,
  outgoingAPIMessageWebhook: FLAG,
  incomingWebhook: FLAG,
  editedMessageWebhook: FLAG,
  deletedMessageWebhook: FLAG,
  stateWebhook: FLAG,
  keepOnlineStatus: FLAG,
  linkPreview: FLAG,
};
const OWN_FIELDS = ['name', 'typeInstance'];

type Call = { sim: Sim; instance: Instance; path: string; body: Record<string, unknown> };

/** Green-API's Telegram dialect below `/greentg`. */
export function serveGateway(app: FastifyInstance, sim: Sim): void {
  const rates = bucket(SENDS_PER_SECOND, SENDS_PER_SECOND);
  sim.onReset(() => rates.clear());
  app.route<{ Params: { instance: string; method: string; token: string } }>({
    method: ['GET', 'POST'],
    url: '/greentg/waInstance:instance/:method/:token',
    handler: async (request, reply) => {
      const { instance: id, method, token } = request.params;
      try {
        const instance = greenTelegram(sim).instances.find((one) => String(one.id) === id);
        if (!instance || instance.token !== token) throw new GatewayError(401, 'Unauthorized');
        const run = METHODS[method];
        if (!run) throw new GatewayError(404, 'Not Found');
        const waitMs =
          method.startsWith('send') && !method.startsWith('sendAuthorization') ? rates.take(id, sim.clock.now()) : 0;
        if (waitMs > 0 && sim.behaviours.of('greentg').limits === 'on')
          throw new GatewayError(429, 'Too Many Requests');
        const path = `/greentg/${method}`;
        return await run({ sim, instance, path, body: isRecord(request.body) ? request.body : {} });
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        if (error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds));
        return reply.code(error.status).send(gatewayRefusal(error.status, error.message));
      }
    },
  });
  app.post<{ Params: { method: string; token: string } }>('/greentg/partner/:method/:token', async (request) => {
    const { method, token } = request.params;
    if (token !== PARTNER_TOKEN) return { code: 401, description: 'Unauthorized' };
    const body = isRecord(request.body) ? request.body : {};
    if (method === 'createInstance') return createInstance(sim, body);
    if (method === 'deleteInstanceAccount') return deleteInstance(sim, body);
    return { code: 404, description: 'Not Found' };
  });
  app.get<{ Params: { chatId: string; id: string } }>('/greentg/files/:chatId/:id', async (request, reply) => {
    const file = fileMessage(sim, request.params)?.file;
    if (!file?.base64) return reply.code(404).send('Not Found');
    return reply.type(file.mime).send(Buffer.from(file.base64, 'base64'));
  });
}

const fileMessage = (sim: Sim, { chatId, id }: { chatId: string; id: string }) =>
  greenTelegram(sim).messages.find((one) => String(one.chatId) === chatId && one.id === id && one.file !== null);

const METHODS: Readonly<Record<string, (call: Call) => unknown>> = {
  getStateInstance: ({ instance }) => ({ stateInstance: instance.state }),
  getSettings: ({ sim, instance }) => ({ ...instance.settings, typeInstance: 'telegram', wid: widOf(sim, instance) }),
  getAccountSettings: ({ sim, instance }) => ({
    avatar: '',
    phone: instance.state === 'authorized' ? (instance.phone ?? '') : '',
    chatId: instance.state === 'authorized' ? widOf(sim, instance) : '',
    stateInstance: instance.state,
  }),
  setSettings: ({ sim, instance, path, body }) => {
    applySettings(sim, instance, path, body);
    return { saveSettings: true };
  },
  logout: ({ sim, instance }) => {
    instance.phone = null;
    changeState(sim, instance, 'notAuthorized');
    return { isLogout: true };
  },
  reboot: ({ instance }) => {
    instance.isDeaf = false;
    return { isReboot: true };
  },
  startAuthorization: (call) => {
    const { phoneNumber } = read(call, z.object({ phoneNumber: z.int() }));
    return startSignIn(call.sim, call.instance, phoneNumber);
  },
  sendAuthorizationCode: (call) => {
    const { code, password } = read(call, z.object({ code: z.string(), password: z.string().optional() }));
    return enterCode(call.sim, call.instance, code, password);
  },
  sendAuthorizationPassword: (call) => {
    const { password } = read(call, z.object({ password: z.string() }));
    return enterPassword(call.sim, call.instance, password);
  },
  checkAccount: (call) => {
    const { phoneNumber } = read(call, z.object({ phoneNumber: z.int() }));
    const person = findByPhone(call.sim, String(phoneNumber));
    return person ? { exist: true, chatId: String(person.chatId) } : { exist: false };
  },
  sendMessage: (call) => {
    const { chatId, message, quotedMessageId } = read(call, SendMessage);
    return acceptMessage(call.sim, call.instance, {
      chatId,
      text: message,
      quoted: quotedMessageId ?? null,
      file: null,
    });
  },
  sendFileByUrl: (call) => {
    const { chatId, urlFile, fileName, caption = '', quotedMessageId } = read(call, SendFile);
    const file = { url: urlFile, name: fileName };
    return acceptMessage(call.sim, call.instance, { chatId, text: caption, quoted: quotedMessageId ?? null, file });
  },
  deleteMessage: (call) => {
    const { chatId, idMessage } = read(call, z.object({ chatId: z.string(), idMessage: z.string() }));
    const state = greenTelegram(call.sim);
    state.messages = state.messages.filter((one) => one.id !== idMessage || String(one.chatId) !== chatId);
    return {};
  },
  downloadFile: (call) => {
    const { chatId, idMessage } = read(call, z.object({ chatId: z.string(), idMessage: z.string() }));
    const message = fileMessage(call.sim, { chatId, id: idMessage });
    if (!message) throw new GatewayError(400, 'Message not found');
    return { downloadUrl: fileUrl(call.sim, message) };
  },
  readChat: (call) => {
    const { chatId, idMessage } = read(call, z.object({ chatId: z.string(), idMessage: z.string().optional() }));
    const received = greenTelegram(call.sim).messages.filter(
      (one) => one.direction === 'in' && one.account === call.instance.phone && String(one.chatId) === chatId,
    );
    const last = idMessage === undefined ? received.length - 1 : received.findIndex(({ id }) => id === idMessage);
    for (const message of received.slice(0, last + 1)) message.status = 'read';
    call.sim.changed('greentg');
    return { setRead: last >= 0 };
  },
};

const SendMessage = z.object({
  chatId: z.string(),
  message: z.string(),
  quotedMessageId: z.string().optional(),
  linkPreview: z.boolean().optional(),
});
const SendFile = z.object({
  chatId: z.string(),
  urlFile: z.string(),
  fileName: z.string(),
  caption: z.string().optional(),
  quotedMessageId: z.string().optional(),
});

/** Unknown fields are noted as warnings. */
function read<Shape extends z.ZodObject>({ sim, path, body }: Call, schema: Shape): z.output<Shape> {
  for (const field of Object.keys(body).filter((one) => !(one in schema.shape)))
    sim.journal.warn({ at: sim.clock.iso(), channel: 'greentg', method: 'POST', path, field });
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new GatewayError(400, `Validation failed. Details: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function createInstance(sim: Sim, body: Record<string, unknown>): unknown {
  if (body['typeInstance'] !== 'telegram') return { code: 400, description: 'typeInstance must be telegram' };
  const instance: Instance = {
    id: 4_100_000_000 + sim.ids.next('greentg.instance'),
    token: sim.ids.hex('greentg.token', 50),
    state: 'notAuthorized',
    phone: null,
    code: null,
    settings: {},
    isDeaf: false,
  };
  applySettings(sim, instance, '/greentg/createInstance', body);
  greenTelegram(sim).instances.push(instance);
  sim.changed('greentg');
  return { idInstance: instance.id, apiTokenInstance: instance.token, typeInstance: 'telegram' };
}

function deleteInstance(sim: Sim, { idInstance }: Record<string, unknown>): unknown {
  const state = greenTelegram(sim);
  const count = state.instances.length;
  state.instances = state.instances.filter(({ id }) => id !== Number(idInstance));
  if (state.instances.length === count) return { code: 404, description: 'Instance not found' };
  sim.webhooks.cancel('greentg', `${String(idInstance)}:`);
  sim.changed('greentg');
  return { deleteInstanceAccount: true };
}

function applySettings(sim: Sim, instance: Instance, path: string, body: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(body)) {
    if (OWN_FIELDS.includes(name)) continue;
    const parsed = SETTINGS[name]?.safeParse(value);
    if (!parsed) sim.journal.warn({ at: sim.clock.iso(), channel: 'greentg', method: 'POST', path, field: name });
    else if (!parsed.success) throw new GatewayError(400, `Validation failed. Details: "${name}" is wrong`);
    else instance.settings[name] = parsed.data;
  }
  const problem = instance.settings['webhookUrl']
    ? webhookAddressProblem(String(instance.settings['webhookUrl']))
    : null;
  if (problem) throw new GatewayError(400, `Validation failed. Details: webhookUrl: ${problem}`);
  sim.changed('greentg');
}

function widOf(sim: Sim, { phone }: Instance): string {
  return String(greenTelegram(sim).accounts.find((one) => one.phone === phone)?.chatId ?? '');
}
