import type { ChannelEvent } from '#server/channels/port.ts';
import { meaningOf } from './errors.ts';

type Status = Extract<ChannelEvent, { kind: 'status' }>;

/** https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
const STATUSES: Readonly<Record<string, Status['status']>> = {
  accepted: 'accepted',
  queued: 'accepted',
  scheduled: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  partially_delivered: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Our status for Twilio's word, with the meaning of its code where it failed; null for a word that is not known. */
export function toStatus(
  word: string,
  code: number | null,
  message: string | null,
): Pick<Status, 'status' | 'errorClass' | 'code' | 'text' | 'retryAfterMs'> | null {
  const status = STATUSES[word];
  if (!status) return null;
  if (status !== 'failed') return { status, errorClass: null, code: null, text: null };
  const { errorClass, retryAfterMs } = meaningOf(code);
  const text = message ?? word;
  return { status, errorClass, code: code === null ? null : String(code), text, ...(retryAfterMs && { retryAfterMs }) };
}
