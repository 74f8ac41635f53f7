import { z } from 'zod';
import { fitButtons } from '#contract/texts/fitting.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import type {
  Checked,
  Credentials,
  OutgoingButton,
  OutgoingMessage,
  SendOrder,
  SendOutcome,
} from '#server/channels/port.ts';
import { callInstance, type GreenApiOptions, type GreenApiResult } from './api.ts';
import { chatIdOf, userIdOf } from './chats.ts';
import { outcomeOf, troubleOf } from './errors.ts';

const Accepted = z.object({ idMessage: z.string().min(1) });
const Existence = z.object({ existsWhatsapp: z.boolean() });

/**
 * Sends one message. A phone that was never written to is looked up first: a message to a number without WhatsApp may
 * lock the session.
 */
export async function sendMessage(
  options: GreenApiOptions,
  traits: ChannelTraits,
  { credentials, message, signal }: SendOrder,
): Promise<SendOutcome> {
  const { phone, channelUserId } = message.to;
  const chatId = chatIdOf(channelUserId ?? phone);
  if (chatId === null)
    return { kind: 'refused', errorClass: 'recipient_invalid', code: 'no_recipient', text: 'No phone' };
  if (channelUserId === null) {
    const absent = await findAbsence(options, credentials, { chatId, signal });
    if (absent) return absent;
  }
  const answer = await post(options, { credentials, chatId, message, signal });
  const isRefusedWithButtons =
    answer.kind === 'refused' && message.buttons.length > 0 && [400, 403, 404].includes(answer.status);
  // Buttons are a beta of the gateway's, and off for some sessions.
  const final = isRefusedWithButtons
    ? await post(options, { credentials, chatId, message: inWords(traits, message), signal })
    : answer;
  if (final.kind !== 'ok') return outcomeOf(final);
  const accepted = Accepted.safeParse(final.json);
  if (!accepted.success) return { kind: 'unknown', text: 'The answer names no message' };
  const providerMessageId = accepted.data.idMessage;
  return { kind: 'accepted', providerMessageId, channelUserId: userIdOf(chatId), isSent: false };
}

type Posting = { credentials: Credentials; chatId: string; signal: AbortSignal };

/** @returns the refusal of a number that is not on WhatsApp, or of a lookup that was not answered; null if it is */
async function findAbsence(
  options: GreenApiOptions,
  credentials: Credentials,
  { chatId, signal }: Pick<Posting, 'chatId' | 'signal'>,
): Promise<SendOutcome | null> {
  const phoneNumber = Number(userIdOf(chatId));
  const answer = await callInstance(options, credentials, { method: 'checkWhatsapp', json: { phoneNumber }, signal });
  // Nothing was sent, so a lookup without an answer is safe to repeat.
  if (answer.kind === 'unknown' || answer.kind === 'strange')
    return {
      kind: 'unreached',
      errorClass: 'temporary',
      code: 'lookup',
      text: 'The number could not be looked up',
      retryAfterMs: null,
      scope: 'channel',
    };
  if (answer.kind !== 'ok') return outcomeOf(answer);
  const read = Existence.safeParse(answer.json);
  if (!read.success || read.data.existsWhatsapp) return null;
  return { kind: 'refused', errorClass: 'recipient_invalid', code: 'noAccount', text: 'The number is not on WhatsApp' };
}

async function post(
  options: GreenApiOptions,
  { credentials, chatId, message, signal }: Posting & { message: OutgoingMessage },
): Promise<GreenApiResult> {
  const { method, json } = requestOf(message);
  return callInstance(options, credentials, { method, json: { chatId, ...json }, signal });
}

function requestOf({ text, image, file, buttons }: OutgoingMessage): { method: string; json: Record<string, unknown> } {
  const media = image ? { url: image.url, name: nameOfImage(image) } : file;
  const caption = text && { caption: text };
  if (media) return { method: 'sendFileByUrl', json: { urlFile: media.url, fileName: media.name, ...caption } };
  const answers = buttons.flatMap((button) =>
    button.type === 'answer' ? [{ buttonId: button.id, buttonText: button.title }] : [],
  );
  if (answers.length > 0) return { method: 'sendInteractiveButtonsReply', json: { body: text, buttons: answers } };
  const actions = buttons.flatMap(actionOf);
  if (actions.length > 0) return { method: 'sendInteractiveButtons', json: { body: text, buttons: actions } };
  return { method: 'sendMessage', json: { message: text } };
}

function actionOf(button: OutgoingButton, index: number): Record<string, string>[] {
  const common = { buttonId: String(index + 1), buttonText: button.title };
  if (button.type === 'url') return [{ type: 'url', ...common, url: button.url }];
  return button.type === 'call' ? [{ type: 'call', ...common, phoneNumber: button.phone }] : [];
}

/** The gateway takes the type of a file from its name. */
const nameOfImage = ({ mime }: { mime: string }) => (mime === 'image/png' ? 'image.png' : 'image.jpg');

/** The message with its buttons in words: numbered answers, links and phones on lines of their own. */
export function inWords(traits: ChannelTraits, message: OutgoingMessage): OutgoingMessage {
  const limits = { ...traits, buttons: { ...traits.buttons, answers: 0, urls: 0, calls: 0 } };
  const { text } = fitButtons(limits, { text: message.text, hasImage: false, buttons: message.buttons });
  return { ...message, text, buttons: [] };
}

/** Sends a message of the number to itself. */
export async function sendEcho(options: GreenApiOptions, credentials: Credentials): Promise<Checked<string>> {
  const chatId = chatIdOf(credentials['phone'] ?? null);
  const answer = await callInstance(options, credentials, { method: 'sendMessage', json: { chatId, message: '✓' } });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const accepted = Accepted.safeParse(answer.json);
  if (accepted.success) return { isOk: true, value: accepted.data.idMessage };
  return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
}

/** Deletes a message of the number to itself. */
export async function deleteEcho(options: GreenApiOptions, credentials: Credentials, idMessage: string): Promise<void> {
  const chatId = chatIdOf(credentials['phone'] ?? null);
  await callInstance(options, credentials, { method: 'deleteMessage', json: { chatId, idMessage } });
}
