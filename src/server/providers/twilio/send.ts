import { z } from 'zod';
import { withoutMarks } from '#contract/texts/marks.ts';
import type { SendOrder, SendOutcome } from '#server/channels/port.ts';
import { callTwilio, type TwilioOptions } from './api.ts';
import { outcomeOf } from './errors.ts';
import { isService } from './senders.ts';

const Accepted = z.object({ sid: z.string().regex(/^[A-Z]{2}\w+$/) });

/** Sends one SMS. Its statuses are posted to the given webhook. */
export async function sendSms(options: TwilioOptions, order: SendOrder): Promise<SendOutcome> {
  const to = order.message.to.phone ?? order.message.to.channelUserId;
  if (!to) return NO_RECIPIENT;
  const { sender = '' } = order.credentials;
  const form = { To: to, ...fromOf(sender), Body: withoutMarks(order.message.text) };
  return post(options, order, { to, form });
}

export const NO_RECIPIENT: SendOutcome = {
  kind: 'refused',
  errorClass: 'recipient_invalid',
  code: 'no_recipient',
  text: 'No phone',
};

/** @param address how the sender is written on the medium, where it is not a messaging service */
export const fromOf = (sender: string, address = sender): Record<string, string> =>
  isService(sender) ? { MessagingServiceSid: sender } : { From: address };

/** Posts a message. @param to the recipient as the channel knows them */
export async function post(
  options: TwilioOptions,
  { credentials, webhook, signal }: SendOrder,
  { to, form: fields }: { to: string; form: Record<string, string> },
): Promise<SendOutcome> {
  const form = { ...fields, StatusCallback: webhook.url };
  const result = await callTwilio(options, credentials, { method: 'POST', path: '/Messages.json', form, signal });
  if (result.kind !== 'ok') return outcomeOf(result);
  const accepted = Accepted.safeParse(result.json);
  if (!accepted.success) return { kind: 'unknown', text: 'The answer names no message' };
  return { kind: 'accepted', providerMessageId: accepted.data.sid, channelUserId: to, isSent: false };
}
