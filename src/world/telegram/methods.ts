import type { z } from 'zod';
import { fetchFile, webhookAddressProblem } from '../values/addresses.ts';
import { type Bucket, bucket } from '../values/limits.ts';
import { sizeOfPicture } from '../values/pictures.ts';
import type { Person } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import { BotError, badRequest } from './errors.ts';
import { visibleLength } from './formatting.ts';
import { type Method, type Parameters, type SCHEMAS, type Upload, readMarkup, readMethod } from './parameters.ts';
import { type Bot, type BotChat, type BotMessage, PLAIN, keepMessage } from './state.ts';
import { dispatchPending, freshUpdates, toBotUser, toMessage } from './updates.ts';

export type BotRates = { bot: Bucket; chat: Bucket };

export function createBotRates(sim: Sim): BotRates {
  const rates = { bot: bucket(30, 30), chat: bucket(5, 1) };
  sim.onReset(() => {
    rates.bot.clear();
    rates.chat.clear();
  });
  return rates;
}

/** The bot whose method is called, and on which path. */
export type Caller = { sim: Sim; bot: Bot; rates: BotRates; path: string };
type Call = Caller & { uploads: Record<string, Upload> };
type Body<M extends Method> = z.infer<(typeof SCHEMAS)[M]>;

/** A callback query can be answered for this long. */
const QUERY_MS = 15 * 60_000;

/** Carries out one method of the Bot API and returns its `result`. */
export async function callMethod(caller: Caller, method: Method, { values, uploads }: Parameters): Promise<unknown> {
  const call: Call = { ...caller, uploads };
  const read = <M extends Method>(name: M) => readMethod(caller.sim, name, values, caller.path);
  switch (method) {
    case 'getMe':
      return {
        ...toBotUser(caller.bot),
        can_join_groups: true,
        can_read_all_group_messages: false,
        supports_inline_queries: false,
      };
    case 'setWebhook':
      return setWebhook(call, read(method));
    case 'deleteWebhook':
      return deleteWebhook(call, read(method).drop_pending_updates ?? false);
    case 'getWebhookInfo':
      return webhookInfo(call);
    case 'getUpdates':
      return getUpdates(call, read(method));
    case 'sendMessage':
      return sendMessage(call, read(method));
    case 'sendPhoto': {
      const body = read(method);
      return sendFile(call, 'photo', body.photo, body);
    }
    case 'sendDocument': {
      const body = read(method);
      return sendFile(call, 'document', body.document, body);
    }
    case 'sendVideo': {
      const body = read(method);
      return sendFile(call, 'video', body.video, body);
    }
    case 'sendAudio': {
      const body = read(method);
      return sendFile(call, 'audio', body.audio, body);
    }
    case 'sendVoice': {
      const body = read(method);
      if (reachable(call, body.chat_id).chat.refusesVoices) throw badRequest('VOICE_MESSAGES_FORBIDDEN');
      return sendFile(call, 'voice', body.voice, body);
    }
    case 'answerCallbackQuery':
      return answerQuery(call, read(method));
    case 'editMessageReplyMarkup':
    case 'editMessageText':
      return edit(call, read(method));
    case 'getFile':
      return getFile(call, read(method).file_id);
    case 'sendChatAction':
      reachable(call, read(method).chat_id);
      return true;
    case 'setMyCommands':
      read(method);
      return true;
  }
}

function setWebhook({ sim, bot }: Call, body: Body<'setWebhook'>): true {
  if (body.url === '') return deleteWebhook({ sim, bot }, body.drop_pending_updates ?? false);
  const problem = webhookAddressProblem(body.url);
  if (problem) throw badRequest(`bad webhook: ${problem}`);
  const { secret_token: secret } = body;
  if (secret !== undefined && !/^[\w-]{1,256}$/.test(secret))
    throw badRequest('secret token contains unallowed characters');
  bot.webhook = {
    url: body.url,
    secretToken: secret ?? null,
    allowedUpdates: body.allowed_updates ?? bot.webhook?.allowedUpdates ?? null,
    maxConnections: body.max_connections,
    setAt: sim.clock.now(),
  };
  if (body.drop_pending_updates) bot.pending = [];
  dispatchPending(sim, bot);
  sim.changed('tg');
  return true;
}

function deleteWebhook({ sim, bot }: Pick<Call, 'sim' | 'bot'>, drop: boolean): true {
  bot.webhook = null;
  if (drop) bot.pending = [];
  sim.webhooks.cancel('tg', `${bot.id}:`);
  sim.changed('tg');
  return true;
}

function webhookInfo({ sim, bot }: Call): unknown {
  return {
    url: bot.webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: freshUpdates(sim, bot).length,
    max_connections: bot.webhook?.maxConnections ?? 40,
    ...(bot.webhook?.allowedUpdates && { allowed_updates: bot.webhook.allowedUpdates }),
    ...lastError(sim, bot),
  };
}

/** The most recent failure since the webhook was set, also when all went well afterwards. */
function lastError(sim: Sim, { id, webhook }: Bot): Record<string, unknown> {
  const [latest] = sim.webhooks
    .list('tg')
    .flatMap(({ tag, lastFailure }) => (tag.startsWith(`${id}:`) && lastFailure ? [lastFailure] : []))
    .filter(({ at }) => webhook && at >= webhook.setAt)
    .toSorted((a, b) => b.at - a.at);
  if (!latest) return {};
  const { at, status } = latest;
  return {
    last_error_date: Math.floor(at / 1000),
    last_error_message: status === null ? 'Connection refused' : `Wrong response from the webhook: ${status}`,
  };
}

function getUpdates({ sim, bot }: Call, { offset, limit }: Body<'getUpdates'>): unknown {
  if (bot.webhook)
    throw new BotError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  if (offset !== undefined) bot.pending = bot.pending.filter((update) => update.update_id >= offset);
  return freshUpdates(sim, bot).slice(0, limit);
}

function sendMessage(call: Call, body: Body<'sendMessage'>): unknown {
  if (body.text === '') throw badRequest('message text is empty');
  if (visibleLength(body.text, body.parse_mode) > 4096) throw badRequest('message is too long');
  return deliver(call, body, { text: body.text, parseMode: body.parse_mode ?? null, media: null });
}

type FileKind = 'photo' | 'document' | 'video' | 'audio' | 'voice';

async function sendFile(
  call: Call,
  kind: FileKind,
  source: string | undefined,
  body: Pick<Body<'sendPhoto'>, 'caption' | 'parse_mode'> & Outgoing,
): Promise<unknown> {
  const attached = source?.startsWith('attach://')
    ? call.uploads[source.slice('attach://'.length)]
    : call.uploads[kind];
  if (source === undefined && !attached) throw badRequest(`there is no ${kind} in the request`);
  if (visibleLength(body.caption ?? '', body.parse_mode) > 1024) throw badRequest('message caption is too long');
  const media = attached ? storeUpload(call.sim, kind, attached) : await fromLink(call.sim, kind, source ?? '');
  return deliver(call, body, { text: body.caption ?? null, parseMode: body.parse_mode ?? null, media });
}

const MOST_SIDES = 10_000;
const MOST_RATIO = 20;

/** https://core.telegram.org/bots/api#sendphoto */
function refuseShape(bytes: Buffer): void {
  const size = sizeOfPicture(bytes);
  if (!size) return;
  const { width, height } = size;
  const ratio = Math.max(width, height) / Math.min(width, height);
  if (width + height > MOST_SIDES || ratio > MOST_RATIO) throw badRequest('PHOTO_INVALID_DIMENSIONS');
}

function storeUpload(sim: Sim, kind: FileKind, { filename, mime, base64 }: Upload): BotMessage['media'] {
  if (kind === 'photo') refuseShape(Buffer.from(base64, 'base64'));
  const fileId = `AgAC${sim.ids.token('tg.file', 32)}`;
  sim.state.tg.files[fileId] = { fileId, path: `${kind}s/file_${sim.ids.next('tg.path')}`, mime, base64 };
  return { kind, fileId, link: null, filename };
}

async function fromLink(sim: Sim, kind: FileKind, source: string): Promise<BotMessage['media']> {
  if (sim.state.tg.files[source]) return { kind, fileId: source, link: null, filename: null };
  if (!/^https?:/.test(source)) throw badRequest('wrong file identifier/HTTP URL specified');
  if (!URL.canParse(source)) throw badRequest('wrong HTTP URL specified');
  const bytes = await fetchFile(source);
  if (!bytes) throw badRequest('failed to get HTTP URL content');
  if (kind === 'photo') refuseShape(bytes);
  return { kind, fileId: null, link: source, filename: new URL(source).pathname.split('/').at(-1) ?? null };
}

type Outgoing = Pick<Body<'sendMessage'>, 'chat_id' | 'reply_markup' | 'reply_parameters' | 'protect_content'>;

function deliver(call: Call, body: Outgoing, content: Pick<BotMessage, 'text' | 'parseMode' | 'media'>): unknown {
  const { sim, bot } = call;
  const { chat, person } = reachable(call, body.chat_id);
  const marks = readMarkup(body.reply_markup);
  obeyLimits(call, chat);
  const message = keepMessage(chat, {
    ...PLAIN,
    ...content,
    ...marks,
    direction: 'out',
    at: sim.clock.now(),
    replyTo: body.reply_parameters?.message_id ?? null,
    protected: body.protect_content ?? false,
  });
  sim.judge.accept('tg', String(bot.id), `${bot.id}:${chat.chatId}:${content.text ?? ''}`, message.at);
  sim.changed('tg');
  return toMessage(bot, person, message);
}

function reachable({ sim, bot }: Call, chatId: string | number): { chat: BotChat; person: Person } {
  const chat = sim.state.tg.chats[`${bot.id}:${chatId}`];
  const person = sim.people.byChat(Number(chatId));
  if (!chat || !person) throw badRequest('chat not found');
  if (person.deactivated) throw new BotError(403, 'Forbidden: user is deactivated');
  if (chat.blocked) throw new BotError(403, 'Forbidden: bot was blocked by the user');
  if (!chat.started) throw new BotError(403, "Forbidden: bot can't initiate conversation with a user");
  return { chat, person };
}

function obeyLimits({ sim, bot, rates }: Call, chat: BotChat): void {
  if (sim.behaviours.of('tg').limits === 'off') return;
  const now = sim.clock.now();
  const waitMs = rates.chat.take(`${bot.id}:${chat.chatId}`, now) || rates.bot.take(String(bot.id), now);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new BotError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

function answerQuery({ sim, bot }: Call, body: Body<'answerCallbackQuery'>): true {
  const query = sim.state.tg.queries[body.callback_query_id];
  const isAlive = query?.botId === bot.id && sim.clock.now() - query.at <= QUERY_MS;
  if (!query || !isAlive) throw badRequest('query is too old and response timeout expired or query ID is invalid');
  query.answer = { text: body.text ?? '', alert: body.show_alert ?? false };
  sim.changed('tg');
  return true;
}

function edit(call: Call, body: Body<'editMessageReplyMarkup'> | Body<'editMessageText'>): unknown {
  const { chat, person } = reachable(call, body.chat_id);
  const message = chat.messages.find((one) => one.id === body.message_id);
  if (!message) throw badRequest('message to edit not found');
  if (message.direction !== 'out') throw badRequest("message can't be edited");
  const { buttons } = readMarkup(body.reply_markup);
  const text = 'text' in body ? body.text : message.text;
  if ('text' in body && text === '') throw badRequest('message text is empty');
  if (JSON.stringify([message.buttons, message.text]) === JSON.stringify([buttons, text])) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  message.buttons = buttons;
  message.text = text;
  call.sim.changed('tg');
  return toMessage(call.bot, person, message);
}

/** Bots get files of up to 20 MB. */
const LARGEST_FILE = 20 * 1_048_576;

function getFile({ sim }: Call, fileId: string): unknown {
  const file = sim.state.tg.files[fileId];
  if (!file) throw badRequest('invalid file_id');
  const size = Buffer.from(file.base64, 'base64').length;
  if (size > LARGEST_FILE) throw badRequest('file is too big');
  return { file_id: fileId, file_unique_id: `u${fileId}`, file_size: size, file_path: file.path };
}
