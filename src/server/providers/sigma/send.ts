import { z } from 'zod';
import { withoutMarks } from '#contract/texts/marks.ts';
import type { SendOrder, SendOutcome } from '#server/channels/port.ts';
import { type Sigma, textOf } from './api.ts';
import { classOf, outcomeOf } from './errors.ts';

const Accepted = z.object({ id: z.union([z.string().min(1), z.number()]), status: z.string().default('pending') });

/** Sends one SMS: `POST /sendings`. Its status must be requested. */
export async function sendMessage(sigma: Sigma, { credentials, message, signal }: SendOrder): Promise<SendOutcome> {
  const recipient = message.to.phone ?? message.to.channelUserId;
  if (!recipient) return { kind: 'refused', errorClass: 'recipient_invalid', code: 'no_recipient', text: 'No phone' };
  const payload = { sender: credentials['sender'] ?? '', text: withoutMarks(message.text) };
  const json = { recipient, type: 'sms', payload };
  const result = await sigma.call(credentials, { method: 'POST', path: '/sendings', json, signal });
  if (result.kind !== 'ok') return outcomeOf(result);
  const accepted = Accepted.safeParse(result.json);
  if (!accepted.success) return { kind: 'unknown', text: 'The answer names no message' };
  const { id, status } = accepted.data;
  if (status === 'failed') {
    const text = textOf(result.json) ?? status;
    const errorClass = classOf(text);
    return { kind: 'refused', errorClass, code: status, text };
  }
  return { kind: 'accepted', providerMessageId: String(id), channelUserId: recipient, isSent: false };
}
