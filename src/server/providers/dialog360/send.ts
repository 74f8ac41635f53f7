import { z } from 'zod';
import type { SendOrder, SendOutcome } from '#server/channels/port.ts';
import { bodyOf } from './body.ts';
import { send, type Dialog360Options, dialectOf, retryAfterMs } from './dialect.ts';
import { outcomeOfError } from './errors.ts';

const Accepted = z.object({
  contacts: z.array(z.object({ wa_id: z.string().optional(), user_id: z.string().optional() })).optional(),
  messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()),
});

/** Sends one message: `POST /messages`. Acceptance does not mean delivery; statuses come by the webhook. */
export async function sendMessage(
  options: Dialog360Options,
  { credentials, message, signal }: SendOrder,
): Promise<SendOutcome> {
  const dialect = dialectOf(options, credentials);
  const json = bodyOf(message);
  if (!json) return { kind: 'refused', errorClass: 'recipient_invalid', code: 'no_recipient', text: 'No phone' };
  const answer = await send(options, dialect, { method: 'POST', url: dialect.messagesUrl, json, signal });
  if (answer.kind === 'unknown') return { kind: 'unknown', text: answer.reason };
  if (answer.kind === 'unreached') {
    const { reason } = answer;
    return {
      kind: 'unreached',
      errorClass: 'temporary',
      code: reason,
      text: reason,
      retryAfterMs: null,
      scope: 'channel',
    };
  }
  if (answer.status >= 300) return outcomeOfError(answer.status, answer.json, retryAfterMs(answer.headers));
  const accepted = Accepted.safeParse(answer.json);
  if (!accepted.success) return { kind: 'unknown', text: 'The answer names no message' };
  const [contact] = accepted.data.contacts ?? [];
  return {
    kind: 'accepted',
    providerMessageId: accepted.data.messages[0].id,
    channelUserId: contact?.user_id ?? contact?.wa_id ?? null,
    isSent: false,
  };
}
