import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { familyOf } from '#contract/channels/file-kinds.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import { htmlText } from '#server/channels/html-text-port.ts';
import type { OutgoingButton, SendOrder, SendOutcome } from '#server/channels/port.ts';
import { callMax, type MaxOptions, type MaxResult } from './api.ts';
import { uploadFile } from './uploading.ts';

export type SendOptions = MaxOptions & {
  /** Whether an address is below one of ours: files are fetched from there. */
  isOwnUrl(url: string): boolean;
};

const Sent = z.object({ message: z.object({ body: z.object({ mid: z.string().min(1) }) }) });

/** A file can be attached some seconds after it was stored: pauses before each further attempt. */
const NOT_READY_PAUSES_MS = [500, 1_500, 3_000];
const NOT_READY = 'attachment.not.ready';

/** Sends one message. MAX reports no delivery, so an accepted message counts as sent. */
export async function sendMessage(options: SendOptions, order: SendOrder): Promise<SendOutcome> {
  const { credentials, message, signal } = order;
  const userId = message.to.channelUserId;
  if (!userId) {
    const text = 'A bot cannot write first: the customer must press Start';
    return { kind: 'refused', errorClass: 'recipient_invalid', code: 'no_dialog', text };
  }
  const file = await attachmentOf(options, order);
  if (file && 'outcome' in file) return file.outcome;
  const { words, isHtml } = htmlText(message.text);
  const json = {
    text: words,
    ...(isHtml && { format: 'html' }),
    attachments: [...(file ? [file.attachment] : []), ...keyboardOf(message.buttons)],
  };
  const send = () =>
    callMax(options, credentials, { method: 'POST', path: '/messages', query: { user_id: userId }, json, signal });
  let answer = await send();
  for (const pause of NOT_READY_PAUSES_MS) {
    if (answer.kind !== 'refused' || answer.code !== NOT_READY || signal.aborted) break;
    await wait(pause);
    answer = await send();
  }
  return outcomeOf(answer, userId);
}

/** A picture is fetched by MAX from its address; another file is put into MAX's store. */
async function attachmentOf(
  options: SendOptions,
  { credentials, message: { image, file }, signal }: SendOrder,
): Promise<{ attachment: unknown } | { outcome: SendOutcome } | null> {
  if (image) return { attachment: { type: 'image', payload: { url: image.url } } };
  if (!file) return null;
  const source = { ...file, isTrusted: options.isOwnUrl(file.url) };
  const uploaded = await uploadFile(options, credentials, { type: typeOf(file.mime), source, signal });
  if (uploaded.kind === 'uploaded') return { attachment: uploaded.attachment };
  if (uploaded.kind === 'no_file')
    return { outcome: { kind: 'refused', errorClass: 'content_rejected', code: 'no_file', text: uploaded.text } };
  const { answer } = uploaded;
  // Nothing was sent to the contact yet.
  if (answer.kind === 'unknown' || answer.kind === 'unreached')
    return { outcome: unreached('temporary', answer.reason, answer.reason, null) };
  if (answer.kind === 'strange')
    return { outcome: unreached('temporary', String(answer.status), `HTTP ${answer.status}`, null) };
  return { outcome: outcomeOf(answer, '') };
}

function typeOf(mime: string): 'video' | 'audio' | 'file' {
  const family = familyOf(mime);
  return family === 'video' || family === 'audio' ? family : 'file';
}

/** Buttons below the message, one in a row. */
function keyboardOf(buttons: readonly OutgoingButton[]): unknown[] {
  const rows = buttons.flatMap((button) => {
    if (button.type === 'answer') return [[{ type: 'callback', text: button.title, payload: button.id }]];
    if (button.type === 'url') return [[{ type: 'link', text: button.title, url: button.url }]];
    return button.type === 'share_phone' ? [[{ type: 'request_contact', text: button.title }]] : [];
  });
  return rows.length > 0 ? [{ type: 'inline_keyboard', payload: { buttons: rows } }] : [];
}

function outcomeOf(answer: MaxResult, userId: string): SendOutcome {
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
    const sent = Sent.safeParse(answer.json);
    if (!sent.success) return { kind: 'unknown', text: 'The answer names no message' };
    return {
      kind: 'accepted',
      providerMessageId: sent.data.message.body.mid,
      channelUserId: userId || null,
      isSent: true,
    };
  }
  const { status, code, text, retryAfterMs } = answer;
  const errorClass = classify(status, code);
  if (errorClass === 'rate_limited' || errorClass === 'temporary')
    return unreached(errorClass, code, text, retryAfterMs);
  return { kind: 'refused', errorClass, code, text };
}

function unreached(
  errorClass: 'rate_limited' | 'temporary',
  code: string,
  text: string,
  retryAfterMs: number | null,
): SendOutcome {
  return { kind: 'unreached', errorClass, code, text, retryAfterMs, scope: 'channel' };
}

/** NOTE: which codes MAX gives for a stopped bot is not documented; a refusal of access to the dialog is taken for one. */
function classify(status: number, code: string): ErrorClass {
  if (status === 429) return 'rate_limited';
  if (status >= 500 || code === NOT_READY) return 'temporary';
  if (status === 401) return 'auth';
  if (status === 403) return 'opted_out';
  if (status === 404 || /^(chat|dialog|user)\./.test(code)) return 'recipient_invalid';
  return 'content_rejected';
}
