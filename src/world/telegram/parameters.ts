import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readFields } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import { badRequest } from './errors.ts';
import type { BotMessage, InlineButton } from './state.ts';

export type Upload = { filename: string; mime: string; base64: string };
export type Parameters = { values: Record<string, unknown>; uploads: Record<string, Upload> };

/** Takes parameters from the query, JSON, a form or multipart, as the Bot API does. */
export async function readParameters(request: FastifyRequest): Promise<Parameters> {
  const values: Record<string, unknown> = { ...z.record(z.string(), z.unknown()).parse(request.query) };
  const uploads: Record<string, Upload> = {};
  if (request.isMultipart()) {
    for await (const part of request.parts()) {
      if (part.type === 'file') uploads[part.fieldname] = await toUpload(part);
      else values[part.fieldname] = part.value;
    }
    return { values, uploads };
  }
  const body = z.record(z.string(), z.unknown()).safeParse(request.body ?? {});
  if (!body.success) throw badRequest("can't parse JSON object");
  return { values: { ...values, ...body.data }, uploads };
}

async function toUpload(part: MultipartFile): Promise<Upload> {
  return { filename: part.filename, mime: part.mimetype, base64: (await part.toBuffer()).toString('base64') };
}

/** In forms, structures come as JSON texts. */
const structure = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, schema);
const flag = structure(z.boolean()).optional();
const whole = z.coerce.number().int();

const ReplyMarkup = structure(
  z.looseObject({
    inline_keyboard: z.array(z.array(z.looseObject({ text: z.string() }))).optional(),
    keyboard: z.array(z.array(z.union([z.string(), z.looseObject({ text: z.string() })]))).optional(),
    remove_keyboard: z.boolean().optional(),
  }),
).optional();

const toChat = {
  chat_id: z.union([z.string(), z.number()]),
  message_thread_id: whole.optional(),
  business_connection_id: z.string().optional(),
  disable_notification: flag,
  protect_content: flag,
  allow_paid_broadcast: flag,
  message_effect_id: z.string().optional(),
  reply_parameters: structure(z.looseObject({ message_id: whole })).optional(),
  reply_markup: ReplyMarkup,
};
const captioned = {
  caption: z.string().optional(),
  parse_mode: z.string().optional(),
  caption_entities: structure(z.array(z.unknown())).optional(),
};

/** The fields of each method; others are warned about. */
export const SCHEMAS = {
  getMe: z.strictObject({}),
  setWebhook: z.strictObject({
    url: z.string().default(''),
    secret_token: z.string().optional(),
    allowed_updates: structure(z.array(z.string())).optional(),
    max_connections: whole.min(1).max(100).default(40),
    drop_pending_updates: flag,
    ip_address: z.string().optional(),
  }),
  deleteWebhook: z.strictObject({ drop_pending_updates: flag }),
  getWebhookInfo: z.strictObject({}),
  getUpdates: z.strictObject({
    offset: whole.optional(),
    limit: whole.min(1).max(100).default(100),
    timeout: whole.optional(),
    allowed_updates: structure(z.array(z.string())).optional(),
  }),
  sendMessage: z.strictObject({
    ...toChat,
    text: z.string().default(''),
    parse_mode: z.string().optional(),
    entities: structure(z.array(z.unknown())).optional(),
    link_preview_options: structure(z.looseObject({})).optional(),
  }),
  sendPhoto: z.strictObject({ ...toChat, ...captioned, photo: z.string().optional(), has_spoiler: flag }),
  sendDocument: z.strictObject({
    ...toChat,
    ...captioned,
    document: z.string().optional(),
    disable_content_type_detection: flag,
  }),
  sendVideo: z.strictObject({
    ...toChat,
    ...captioned,
    video: z.string().optional(),
    duration: whole.optional(),
    width: whole.optional(),
    height: whole.optional(),
    supports_streaming: flag,
    has_spoiler: flag,
  }),
  sendAudio: z.strictObject({
    ...toChat,
    ...captioned,
    audio: z.string().optional(),
    duration: whole.optional(),
    performer: z.string().optional(),
    title: z.string().optional(),
  }),
  sendVoice: z.strictObject({
    ...toChat,
    ...captioned,
    voice: z.string().optional(),
    duration: whole.optional(),
  }),
  answerCallbackQuery: z.strictObject({
    callback_query_id: z.string(),
    text: z.string().max(200).optional(),
    show_alert: flag,
    url: z.string().optional(),
    cache_time: whole.optional(),
  }),
  editMessageReplyMarkup: z.strictObject({
    chat_id: z.union([z.string(), z.number()]),
    message_id: whole,
    reply_markup: ReplyMarkup,
  }),
  editMessageText: z.strictObject({
    chat_id: z.union([z.string(), z.number()]),
    message_id: whole,
    text: z.string().default(''),
    parse_mode: z.string().optional(),
    link_preview_options: structure(z.looseObject({})).optional(),
    reply_markup: ReplyMarkup,
  }),
  setMyCommands: z.strictObject({ commands: structure(z.array(z.unknown())), language_code: z.string().optional() }),
  sendChatAction: z.strictObject({ chat_id: z.union([z.string(), z.number()]), action: z.string() }),
  getFile: z.strictObject({ file_id: z.string() }),
} as const;
export type Method = keyof typeof SCHEMAS;
export const isMethod = (name: string): name is Method => Object.hasOwn(SCHEMAS, name);

export function readMethod<M extends Method>(
  sim: Sim,
  method: M,
  values: Record<string, unknown>,
  path: string,
): z.infer<(typeof SCHEMAS)[M]> {
  const fields = readFields<z.infer<(typeof SCHEMAS)[M]>>(SCHEMAS[method] as never, values);
  for (const field of fields.unknown) sim.journal.warn({ at: sim.clock.iso(), channel: 'tg', method, path, field });
  if (fields.ok) return fields.value;
  const [issue] = fields.issues;
  throw badRequest(issue?.path === 'chat_id' ? 'chat_id is empty' : `${issue?.path}: ${issue?.message}`);
}

type Markup = { inline_keyboard?: unknown[][]; keyboard?: unknown[][]; remove_keyboard?: boolean } | undefined;
const Inline = z.looseObject({ text: z.string(), callback_data: z.string().optional(), url: z.string().optional() });
const Key = z.union([
  z.string().transform((text) => ({ text })),
  z.looseObject({ text: z.string(), request_contact: z.boolean().optional() }),
]);

/** Reads the buttons of a message with the Bot API's limits. */
export function readMarkup(markup: Markup): Pick<BotMessage, 'buttons' | 'keyboard'> {
  const buttons = (markup?.inline_keyboard ?? []).map((row) => row.map((button) => readButton(Inline.parse(button))));
  if (buttons.flat().length > 100 || buttons.some((row) => row.length > 8))
    throw badRequest('reply markup is too long');
  if (markup?.remove_keyboard) return { buttons, keyboard: [] };
  const keyboard = markup?.keyboard?.map((row) =>
    row.map((key) => {
      const { text, ...rest } = Key.parse(key);
      return { text, requestContact: 'request_contact' in rest && rest.request_contact === true };
    }),
  );
  return { buttons, keyboard: keyboard ?? null };
}

function readButton({ text, callback_data, url }: z.infer<typeof Inline>): InlineButton {
  if (text === '') throw badRequest('Text buttons are unallowed in the inline keyboard');
  if (callback_data !== undefined) {
    const bytes = Buffer.byteLength(callback_data);
    if (bytes < 1 || bytes > 64) throw badRequest('BUTTON_DATA_INVALID');
    return { text, callback_data };
  }
  if (url === undefined) throw badRequest('Text buttons are unallowed in the inline keyboard');
  if (!URL.canParse(url) || !['http:', 'https:', 'tg:'].includes(new URL(url).protocol)) {
    throw badRequest(`inline keyboard button URL '${url}' is invalid: unsupported URL protocol`);
  }
  return { text, url };
}
