import { z } from 'zod';
import type { Checked, Credentials, OutgoingMessage, SendOrder, SendOutcome } from '#server/channels/port.ts';
import { withoutMarks } from '#contract/texts/marks.ts';
import { callInstance, type GreenApiOptions } from './api.ts';
import { troubleOf } from './errors.ts';
import { TELEGRAM_CHATS } from './telegram-chats.ts';
import { outcomeOfTelegram } from './telegram-errors.ts';

const Accepted = z.object({ idMessage: z.coerce.string().min(1) });

/** NOTE: the answer is not documented; a chat without `exist` counts as found. */
const Existence = z.object({ exist: z.boolean().default(true), chatId: z.coerce.string().optional() });

/**
 * Sends one message. A phone that was never written to is looked up first: a contact whom Telegram does not know, or who
 * hides their number, cannot be reached here.
 */
export async function sendTelegramMessage(
  options: GreenApiOptions,
  { credentials, message, signal }: SendOrder,
): Promise<SendOutcome> {
  const { phone, channelUserId } = message.to;
  const found = channelUserId ?? (await findChat(options, { credentials, phone, signal }));
  if (typeof found !== 'string') return found;
  const answer = await callInstance(options, credentials, { ...requestOf(found, message), signal });
  if (answer.kind !== 'ok') return outcomeOfTelegram(answer);
  const accepted = Accepted.safeParse(answer.json);
  if (!accepted.success) return { kind: 'unknown', text: 'The answer names no message' };
  const providerMessageId = TELEGRAM_CHATS.messageIdOf(found, accepted.data.idMessage);
  return { kind: 'accepted', providerMessageId, channelUserId: found, isSent: false };
}

type Lookup = { credentials: Credentials; phone: string | null; signal: AbortSignal };

/** @returns the chat with the holder of a phone, or why there is none */
async function findChat(
  options: GreenApiOptions,
  { credentials, phone, signal }: Lookup,
): Promise<string | SendOutcome> {
  const phoneNumber = Number((phone ?? '').replaceAll(/\D/g, ''));
  if (phoneNumber === 0) return NOT_FOUND;
  const answer = await callInstance(options, credentials, { method: 'checkAccount', json: { phoneNumber }, signal });
  // Nothing was sent, so a lookup without an answer is safe to repeat.
  if (answer.kind === 'unknown' || answer.kind === 'strange') return LOOKUP_FAILED;
  if (answer.kind !== 'ok') return outcomeOfTelegram(answer);
  const read = Existence.safeParse(answer.json);
  if (!read.success) return LOOKUP_FAILED;
  const { exist, chatId } = read.data;
  return exist && chatId ? chatId : NOT_FOUND;
}

const NOT_FOUND: SendOutcome = {
  kind: 'refused',
  errorClass: 'recipient_invalid',
  code: 'noAccount',
  text: 'Telegram does not find this number',
};
const LOOKUP_FAILED: SendOutcome = {
  kind: 'unreached',
  errorClass: 'temporary',
  code: 'lookup',
  text: 'The number could not be looked up',
  retryAfterMs: null,
  scope: 'channel',
};

/**
 * Accounts of people cannot send buttons: they are lines of the text by then. The gateway documents no formatting for
 * Telegram.
 */
function requestOf(
  chatId: string,
  { text, image, file }: OutgoingMessage,
): { method: string; json: Record<string, unknown> } {
  const words = withoutMarks(text);
  const media = image ? { url: image.url, name: image.mime === 'image/png' ? 'image.png' : 'image.jpg' } : file;
  if (!media) return { method: 'sendMessage', json: { chatId, message: words } };
  const caption = words && { caption: words };
  return { method: 'sendFileByUrl', json: { chatId, urlFile: media.url, fileName: media.name, ...caption } };
}

/** Sends a message of the account to itself. */
export async function sendTelegramEcho(options: GreenApiOptions, credentials: Credentials): Promise<Checked<string>> {
  const { chatId = '' } = credentials;
  const answer = await callInstance(options, credentials, { method: 'sendMessage', json: { chatId, message: '✓' } });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const accepted = Accepted.safeParse(answer.json);
  if (accepted.success) return { isOk: true, value: TELEGRAM_CHATS.messageIdOf(chatId, accepted.data.idMessage) };
  return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
}

/** Deletes a message of the account to itself. */
export async function deleteTelegramEcho(
  options: GreenApiOptions,
  credentials: Credentials,
  id: string,
): Promise<void> {
  const [chatId = '', idMessage = ''] = id.split(':');
  await callInstance(options, credentials, { method: 'deleteMessage', json: { chatId, idMessage } });
}
