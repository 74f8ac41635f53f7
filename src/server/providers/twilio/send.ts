import { z } from 'zod';
import { withoutMarks } from '#contract/text-marks.ts';
import type { SendOrder, SendOutcome } from '#server/channels/port.ts';
import { callTwilio, type TwilioOptions } from './api.ts';
import { outcomeOf } from './errors.ts';
import { isService } from './senders.ts';

const Accepted = z.object({ sid: z.string().regex(/^[A-Z]{2}\w+$/) });

/** Sends one SMS. Its statuses are posted to the given webhook. */
export async function sendMessage(
  options: TwilioOptions,
  { credentials, webhook, message, signal }: SendOrder,
): Promise<SendOutcome> {
  const to = message.to.phone ?? message.to.channelUserId;
  if (!to) return { kind: 'refused', errorClass: 'recipient_invalid', code: 'no_recipient', text: 'No phone' };
  const { sender = '' } = credentials;
  const form = {
    To: to,
    [isService(sender) ? 'MessagingServiceSid' : 'From']: sender,
    Body: withoutMarks(message.text),
    StatusCallback: webhook.url,
  };
  const result = await callTwilio(options, credentials, { method: 'POST', path: '/Messages.json', form, signal });
  if (result.kind !== 'ok') return outcomeOf(result);
  const accepted = Accepted.safeParse(result.json);
  if (!accepted.success) return { kind: 'unknown', text: 'The answer names no message' };
  return { kind: 'accepted', providerMessageId: accepted.data.sid, channelUserId: to, isSent: false };
}
