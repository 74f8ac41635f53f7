import { z } from 'zod';
import { familyOf } from '#contract/channels/file-kinds.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { fitButtons } from '#contract/texts/fitting.ts';
import type {
  Checked,
  Credentials,
  OutgoingButton,
  OutgoingMessage,
  SendOrder,
  SendOutcome,
} from '#server/channels/port.ts';
import { callInstance, type EvolutionOptions, type EvolutionResult } from './api.ts';
import { numberOf, userIdOf } from './chats.ts';
import { outcomeOf, troubleOf } from './errors.ts';

const Sent = z.object({ key: z.object({ id: z.string().min(1), remoteJid: z.string().default('') }) });
const Lookup = z.array(z.object({ exists: z.boolean() }));

/**
 * Sends one message. A phone that was never written to is looked up first: a message to a number without WhatsApp may
 * lock the session.
 */
export async function sendMessage(
  options: EvolutionOptions,
  traits: ChannelTraits,
  { credentials, message, signal }: SendOrder,
): Promise<SendOutcome> {
  const { phone, channelUserId } = message.to;
  const number = numberOf(channelUserId ?? phone);
  if (number === null)
    return { kind: 'refused', errorClass: 'recipient_invalid', code: 'no_recipient', text: 'No phone' };
  if (channelUserId === null) {
    const absent = await findAbsence(options, credentials, { number, signal });
    if (absent) return absent;
  }
  const answer = await post(options, { credentials, number, message, signal });
  // Buttons are not for every version of the gateway, and not for every phone.
  const final =
    answer.kind === 'refused' && message.buttons.length > 0 && [400, 404].includes(answer.status)
      ? await post(options, { credentials, number, message: inWords(traits, message), signal })
      : answer;
  if (final.kind !== 'ok') return outcomeOf(final);
  const sent = Sent.safeParse(final.json);
  if (!sent.success) return { kind: 'unknown', text: 'The answer names no message' };
  const { id, remoteJid } = sent.data.key;
  return { kind: 'accepted', providerMessageId: id, channelUserId: userIdOf(remoteJid) || number, isSent: false };
}

type Posting = { credentials: Credentials; number: string; signal: AbortSignal };

async function findAbsence(
  options: EvolutionOptions,
  credentials: Credentials,
  { number, signal }: Pick<Posting, 'number' | 'signal'>,
): Promise<SendOutcome | null> {
  const json = { numbers: [number] };
  const answer = await callInstance(options, credentials, {
    method: 'POST',
    path: '/chat/whatsappNumbers',
    json,
    signal,
  });
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
  const [found] = Lookup.safeParse(answer.json).data ?? [];
  if (!found || found.exists) return null;
  return {
    kind: 'refused',
    errorClass: 'recipient_invalid',
    code: 'not_exists',
    text: 'The number is not on WhatsApp',
  };
}

async function post(
  options: EvolutionOptions,
  { credentials, number, message, signal }: Posting & { message: OutgoingMessage },
): Promise<EvolutionResult> {
  const { path, json } = requestOf(message);
  return callInstance(options, credentials, { method: 'POST', path, json: { number, ...json }, signal });
}

function requestOf({ text, image, file, buttons }: OutgoingMessage): { path: string; json: Record<string, unknown> } {
  const caption = text && { caption: text };
  if (image)
    return {
      path: '/message/sendMedia',
      json: { mediatype: 'image', mimetype: image.mime, media: image.url, ...caption },
    };
  const family = file && familyOf(file.mime);
  if (file && family === 'audio') return { path: '/message/sendWhatsAppAudio', json: { audio: file.url } };
  if (file && family === 'video')
    return {
      path: '/message/sendMedia',
      json: { mediatype: 'video', mimetype: file.mime, media: file.url, fileName: file.name, ...caption },
    };
  if (file) {
    const document = { mediatype: 'document', mimetype: file.mime, media: file.url, fileName: file.name };
    return { path: '/message/sendMedia', json: { ...document, ...caption } };
  }
  const shown = buttons.flatMap(buttonOf);
  if (shown.length > 0) return { path: '/message/sendButtons', json: { title: text, buttons: shown } };
  return { path: '/message/sendText', json: { text } };
}

function buttonOf(button: OutgoingButton): Record<string, string>[] {
  if (button.type === 'answer') return [{ type: 'reply', displayText: button.title, id: button.id }];
  if (button.type === 'url') return [{ type: 'url', displayText: button.title, url: button.url }];
  return button.type === 'call' ? [{ type: 'call', displayText: button.title, phoneNumber: button.phone }] : [];
}

/** The message with its buttons in words: numbered answers, links and phones on lines of their own. */
function inWords(traits: ChannelTraits, message: OutgoingMessage): OutgoingMessage {
  const limits = { ...traits, buttons: { ...traits.buttons, answers: 0, urls: 0, calls: 0 } };
  const { text } = fitButtons(limits, { text: message.text, hasImage: false, buttons: message.buttons });
  return { ...message, text, buttons: [] };
}

/** Sends a message of the number to itself. */
export async function sendEcho(options: EvolutionOptions, credentials: Credentials): Promise<Checked<string>> {
  const json = { number: numberOf(credentials['phone'] ?? null), text: '✓' };
  const answer = await callInstance(options, credentials, { method: 'POST', path: '/message/sendText', json });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const sent = Sent.safeParse(answer.json);
  if (sent.success) return { isOk: true, value: sent.data.key.id };
  return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
}

/** Deletes a message of the number to itself. */
export async function deleteEcho(options: EvolutionOptions, credentials: Credentials, id: string): Promise<void> {
  const remoteJid = `${numberOf(credentials['phone'] ?? null) ?? ''}@s.whatsapp.net`;
  const json = { id, remoteJid, fromMe: true };
  await callInstance(options, credentials, { method: 'DELETE', path: '/chat/deleteMessageForEveryone', json });
}
