import { z } from 'zod';
import { familyOf } from '#contract/channels/file-kinds.ts';
import { TELEGRAM_BOT } from '#contract/channels/kinds/telegram-bot.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import { htmlText } from '#server/channels/html-text-port.ts';
import type { OutgoingButton, OutgoingMessage, SendOrder, SendOutcome } from '#server/channels/port.ts';
import { callBot, type TelegramOptions, type TelegramResult } from './api.ts';

const Sent = z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) });

/** Sends one message. Telegram sends no statuses, so an accepted message counts as sent. */
export async function sendMessage(
  options: TelegramOptions,
  { credentials, message, signal }: SendOrder,
): Promise<SendOutcome> {
  const chatId = message.to.channelUserId;
  if (!chatId) {
    const text = 'A bot cannot write first: the customer must press Start';
    return { kind: 'refused', errorClass: 'recipient_invalid', code: 'no_chat', text };
  }
  const send = (sent: OutgoingMessage, asDocument = false) =>
    callBot(options, credentials, { ...requestOf(chatId, sent, asDocument), signal });
  const answer = await send(message);
  return outcomeOf(isVoiceRefused(answer) ? await send(message, true) : answer);
}

/** A person may refuse voice messages by the settings of their privacy; files are let through. */
const isVoiceRefused = (answer: TelegramResult) =>
  answer.kind === 'refused' && /VOICE_MESSAGES_FORBIDDEN|receiving of voice messages/i.test(answer.text);

/** Message ids are counted in each chat. */
export const messageIdOf = (chatId: number | string, messageId: number) => `${chatId}:${messageId}`;

function requestOf(
  chatId: string,
  { text, image, file, buttons }: OutgoingMessage,
  asDocument: boolean,
): { method: string; json: Record<string, unknown> } {
  const { words, isHtml } = htmlText(text);
  const parseMode = isHtml ? { parse_mode: 'HTML' } : {};
  const caption = text && { caption: words, ...parseMode };
  const around = { chat_id: chatId, ...keyboardOf(buttons) };
  if (image) return { method: 'sendPhoto', json: { ...around, photo: image.url, ...caption } };
  if (file) {
    const { method, field } = FILE_METHODS[asDocument ? 'document' : formOf(file.mime)];
    return { method, json: { ...around, [field]: file.url, ...caption } };
  }
  return { method: 'sendMessage', json: { ...around, text: words, ...parseMode } };
}

const FILE_METHODS = {
  video: { method: 'sendVideo', field: 'video' },
  voice: { method: 'sendVoice', field: 'voice' },
  audio: { method: 'sendAudio', field: 'audio' },
  document: { method: 'sendDocument', field: 'document' },
} as const;

function formOf(mime: string): keyof typeof FILE_METHODS {
  const family = familyOf(mime);
  if (family === 'audio') return TELEGRAM_BOT.traits.voiceMimes.some((one) => one === mime) ? 'voice' : 'audio';
  return family === 'video' ? 'video' : 'document';
}

/** Buttons below the message, one per row; or a keyboard button that requests the contact's phone. */
function keyboardOf(buttons: readonly OutgoingButton[]): { reply_markup?: unknown } {
  const share = buttons.find((button) => button.type === 'share_phone');
  if (share) {
    const keyboard = [[{ text: share.title, request_contact: true }]];
    return { reply_markup: { keyboard, resize_keyboard: true, one_time_keyboard: true } };
  }
  const rows = buttons.flatMap(rowOf);
  return rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : {};
}

function rowOf(button: OutgoingButton): Record<string, string>[][] {
  if (button.type === 'answer') return [[{ text: button.title, callback_data: button.id }]];
  return button.type === 'url' ? [[{ text: button.title, url: button.url }]] : [];
}

function outcomeOf(answer: TelegramResult): SendOutcome {
  if (answer.kind === 'unknown') return { kind: 'unknown', text: answer.reason };
  if (answer.kind === 'unreached') return unreached('temporary', answer.reason, answer.reason, null);
  if (answer.kind === 'strange') {
    const text = `HTTP ${answer.status}`;
    // A gateway's page proves nothing about the send; 429 and 503 are refusals before processing.
    return [429, 503].includes(answer.status)
      ? unreached('temporary', String(answer.status), text, null)
      : { kind: 'unknown', text };
  }
  if (answer.kind === 'ok') {
    const sent = Sent.safeParse(answer.result);
    if (!sent.success) return { kind: 'unknown', text: 'The answer names no message' };
    const { message_id, chat } = sent.data;
    const providerMessageId = messageIdOf(chat.id, message_id);
    return { kind: 'accepted', providerMessageId, channelUserId: String(chat.id), isSent: true };
  }
  const errorClass = classify(answer.status, answer.text);
  if (errorClass === 'rate_limited' || errorClass === 'temporary')
    return unreached(errorClass, String(answer.status), answer.text, answer.retryAfterMs);
  return { kind: 'refused', errorClass, code: String(answer.status), text: answer.text };
}

function unreached(
  errorClass: 'rate_limited' | 'temporary',
  code: string,
  text: string,
  retryAfterMs: number | null,
): SendOutcome {
  return { kind: 'unreached', errorClass, code, text, retryAfterMs, scope: 'channel' };
}

/** Classifies Telegram's errors by their descriptions; on 429 the whole bot waits. */
function classify(status: number, text: string): ErrorClass {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'temporary';
  if (status === 401 || status === 404) return 'auth';
  if (status === 403) return /blocked by the user/i.test(text) ? 'opted_out' : 'recipient_invalid';
  if (/chat not found|user not found|PEER_ID_INVALID|upgraded to a supergroup/i.test(text)) return 'recipient_invalid';
  // Another process reads the bot's updates: our requests are valid, the bot is misused.
  if (status === 409) return 'temporary';
  return 'content_rejected';
}
