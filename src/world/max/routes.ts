import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isReachable, webhookAddressProblem } from '../values/addresses.ts';
import { bucket } from '../values/limits.ts';
import type { Sim } from '../sim/sim.ts';
import { MaxError } from './errors.ts';
import { type Attachment, type Bot, type Button, dialogOf, keepMessage, maxState } from './state.ts';
import { toBotUser, toMessage } from './updates.ts';

const FileAttachment = z.object({
  type: z.enum(['image', 'video', 'audio', 'file']),
  payload: z.object({ token: z.string().optional(), url: z.string().optional() }),
});
const Keyboard = z.object({
  type: z.literal('inline_keyboard'),
  payload: z.object({
    buttons: z
      .array(
        z
          .array(
            z.object({
              type: z.enum(['callback', 'link', 'message', 'request_contact', 'request_geo_location', 'clipboard']),
              text: z.string().min(1).max(128),
              payload: z.string().max(1024).optional(),
              url: z.string().max(2048).optional(),
            }),
          )
          .max(7),
      )
      .max(30),
  }),
});
const NewMessage = z.object({
  text: z.string().max(4000).nullish(),
  format: z.enum(['markdown', 'html']).optional(),
  notify: z.boolean().optional(),
  attachments: z
    .array(z.discriminatedUnion('type', [FileAttachment, Keyboard]))
    .max(12)
    .nullish(),
  link: z.object({ type: z.enum(['reply', 'forward']), mid: z.string() }).nullish(),
});
const Subscription = z.object({
  url: z.string(),
  update_types: z.array(z.string()).optional(),
  secret: z
    .string()
    .regex(/^[\w-]{5,256}$/)
    .optional(),
});
const Answer = z.object({ message: z.unknown().optional(), notification: z.string().nullish() });

/** A video, audio or file is refused this often before it is ready. */
const NOT_READY_TIMES = 2;

/** The bot API below `/max`, and its store of files below `/max/upload`. */
export function serveMax(app: FastifyInstance, sim: Sim): void {
  const rates = { bot: bucket(30, 30), dialog: bucket(2, 2) };
  sim.onReset(() => {
    rates.bot.clear();
    rates.dialog.clear();
  });
  type Handler = (bot: Bot, request: FastifyRequest) => unknown;
  const route = (method: 'GET' | 'POST' | 'DELETE', url: string, handler: Handler) =>
    app.route({
      method,
      url: `/max${url}`,
      handler: async (request, reply) => {
        try {
          return await handler(botOf(sim, request), request);
        } catch (error) {
          return refuse(error, reply);
        }
      },
    });

  route('GET', '/me', (bot) => toBotUser(bot));
  route('GET', '/subscriptions', (bot) => ({
    subscriptions: bot.subscription
      ? [{ url: bot.subscription.url, time: 0, update_types: bot.subscription.updateTypes }]
      : [],
  }));
  route('POST', '/subscriptions', (bot, { body }) => {
    const { url, update_types, secret } = read(Subscription, body);
    const problem = webhookAddressProblem(url);
    if (problem) throw new MaxError(400, 'proto.payload', `Invalid url: ${problem}`);
    bot.subscription = { url, secret: secret ?? null, updateTypes: update_types ?? null };
    sim.changed('max');
    return { success: true };
  });
  route('DELETE', '/subscriptions', (bot, { query }) => {
    const { url } = read(z.object({ url: z.string() }), query);
    if (bot.subscription?.url === url) bot.subscription = null;
    sim.webhooks.cancel('max', `${bot.userId}:`);
    sim.changed('max');
    return { success: true };
  });
  route('POST', '/messages', async (bot, { query, body }) => {
    const { user_id: userId } = read(z.object({ user_id: z.coerce.number().int() }), query);
    return send(sim, bot, { userId, order: read(NewMessage, body), rates });
  });
  route('POST', '/answers', (_bot, { query, body }) => {
    const { callback_id: id } = read(z.object({ callback_id: z.string() }), query);
    read(Answer, body);
    const tap = maxState(sim).taps.find((one) => one.id === id);
    if (!tap) throw new MaxError(404, 'not.found', 'Callback not found');
    tap.isAnswered = true;
    sim.changed('max');
    return { success: true };
  });
  route('POST', '/uploads', (_bot, { query }) => {
    const { type } = read(z.object({ type: z.enum(['image', 'video', 'audio', 'file']) }), query);
    const token = sim.ids.token('max.upload', 40);
    maxState(sim).uploads[token] = { token, type, name: '', mime: '', base64: null, attempts: 0 };
    const hasToken = type === 'video' || type === 'audio';
    return { url: `${sim.url}/max/upload/${token}`, ...(hasToken && { token }) };
  });
  app.post<{ Params: { token: string } }>('/max/upload/:token', async (request, reply) => {
    const upload = maxState(sim).uploads[request.params.token];
    const file = request.isMultipart() ? await request.file() : undefined;
    if (!upload || !file) return reply.code(400).send({ code: 'proto.payload', message: 'No upload' });
    Object.assign(upload, {
      name: file.filename,
      mime: file.mimetype,
      base64: (await file.toBuffer()).toString('base64'),
    });
    sim.changed('max');
    if (upload.type === 'image') return { photos: { 'photo-1': { token: upload.token } } };
    return { fileId: 1, token: upload.token };
  });
  app.get<{ Params: { token: string } }>('/max/upload/:token', async (request, reply) => {
    const upload = maxState(sim).uploads[request.params.token];
    if (!upload?.base64) return reply.code(404).send({ code: 'not.found', message: 'No file' });
    return reply.type(upload.mime).send(Buffer.from(upload.base64, 'base64'));
  });
  app.get<{ Params: { id: string } }>('/max/files/:id', async (request, reply) => {
    const file = maxState(sim).files[request.params.id];
    if (!file) return reply.code(404).send({ code: 'not.found', message: 'No file' });
    return reply.type(file.mime).send(Buffer.from(file.base64, 'base64'));
  });
}

type Order = {
  userId: number;
  order: z.infer<typeof NewMessage>;
  rates: Record<'bot' | 'dialog', ReturnType<typeof bucket>>;
};

async function send(sim: Sim, bot: Bot, { userId, order, rates }: Order): Promise<unknown> {
  const { text, attachments, format } = order;
  const person = sim.people.byChat(userId);
  const dialog = dialogOf(sim, bot.userId, userId);
  if (!person || !dialog.isStarted) throw new MaxError(404, 'dialog.not.found', 'Dialog not found');
  if (person.deactivated) throw new MaxError(404, 'user.not.found', 'User not found');
  if (dialog.isStopped) throw new MaxError(403, 'chat.denied', 'error.dialog.suspended');
  if (!text && !attachments?.length) throw new MaxError(400, 'proto.payload', 'Message is empty');
  const attachment = await attachmentOf(sim, attachments ?? []);
  const buttons = (attachments ?? []).flatMap((one): Button[][] =>
    one.type === 'inline_keyboard' ? one.payload.buttons : [],
  );
  obeyLimits(sim, rates, `${bot.userId}:${userId}`);
  const message = keepMessage(sim, {
    botId: bot.userId,
    userId,
    direction: 'out',
    text: text ?? '',
    format: format ?? null,
    attachment,
    buttons,
    replyTo: order.link?.mid ?? null,
  });
  return { message: toMessage(sim, bot, person, message) };
}

async function attachmentOf(
  sim: Sim,
  attachments: NonNullable<z.infer<typeof NewMessage>['attachments']>,
): Promise<Attachment | null> {
  const file = attachments.find((one) => one.type !== 'inline_keyboard');
  if (!file) return null;
  const { url, token } = file.payload;
  if (url !== undefined) {
    if (file.type !== 'image') throw new MaxError(400, 'proto.payload', 'Only images are attached by url');
    if (!(await isReachable(url))) throw new MaxError(400, 'proto.payload', 'Image could not be loaded');
    return { type: 'image', url, name: null };
  }
  const upload = token === undefined ? undefined : maxState(sim).uploads[token];
  if (!upload || upload.base64 === null) throw new MaxError(400, 'proto.payload', 'Invalid attachment token');
  if (upload.type !== 'image' && upload.attempts++ < NOT_READY_TIMES)
    throw new MaxError(400, 'attachment.not.ready', 'Key: errors.process.attachment.file.not.processed');
  return { type: file.type, url: `${sim.url}/max/upload/${upload.token}`, name: upload.name };
}

function obeyLimits(sim: Sim, rates: Order['rates'], pair: string): void {
  if (sim.behaviours.of('max').limits === 'off') return;
  const now = sim.clock.now();
  const [bot = ''] = pair.split(':');
  if (rates.dialog.take(pair, now) > 0 || rates.bot.take(bot, now) > 0)
    throw new MaxError(429, 'too.many.requests', 'Too many requests');
}

function botOf(sim: Sim, { headers }: FastifyRequest): Bot {
  const bot = maxState(sim).bots.find(({ token }) => token === headers.authorization);
  if (!bot) throw new MaxError(401, 'verify.token', 'Invalid access_token');
  if (!bot.isModerated) throw new MaxError(401, 'verify.token', 'Bot is not moderated yet');
  return bot;
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new MaxError(400, 'proto.payload', z.prettifyError(result.error));
}

function refuse(error: unknown, reply: FastifyReply): unknown {
  if (!(error instanceof MaxError)) throw error;
  return reply.code(error.status).send({ code: error.code, message: error.message });
}
