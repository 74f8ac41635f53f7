import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { meaningOf } from './errors.ts';

/**
 * Our words for a post of Twilio's: a status of a message of ours, or a message of a contact's. Twilio may add fields
 * at any time; https://www.twilio.com/docs/messaging/guides/webhook-request
 */
export function readWebhook({ body, receivedAt }: Pick<WebhookRequest, 'body' | 'receivedAt'>): ChannelEvent[] {
  const fields = new URLSearchParams(body.toString('utf8'));
  const sid = fields.get('MessageSid') ?? fields.get('SmsSid');
  if (!sid) throw new UnreadableWebhook('No MessageSid');
  const status = fields.get('MessageStatus');
  if (status !== null) return readStatus(sid, status, fields, receivedAt);
  if (!fields.get('From') || !fields.has('Body'))
    throw new UnreadableWebhook('Neither MessageStatus nor From and Body');
  return readMessage(sid, fields, receivedAt);
}

const STATUSES: Readonly<Record<string, 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'>> = {
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

function readStatus(sid: string, word: string, fields: URLSearchParams, at: Temporal.Instant): ChannelEvent[] {
  const status = STATUSES[word];
  if (!status) return [];
  const code = fields.get('ErrorCode') || null;
  const nothing = { errorClass: null, code: null, text: null };
  const common = { kind: 'status', providerMessageId: sid, reference: null, status, at } as const;
  if (status !== 'failed') return [{ ...common, ...nothing }];
  const { errorClass, retryAfterMs } = meaningOf(code === null ? null : Number(code));
  const text = fields.get('ErrorMessage') ?? fields.get('ChannelStatusMessage') ?? word;
  return [{ ...common, errorClass, code, text, ...(retryAfterMs && { retryAfterMs }) }];
}

/**
 * Words on which Twilio itself stops, or allows again, all messages to a phone: the whole message is the word, in any
 * case. With Advanced Opt-Out the account has words of its own, and the post names what they did.
 */
const STOP_WORDS = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
const START_WORDS = /^(start|yes|unstop)$/i;

function readMessage(sid: string, fields: URLSearchParams, at: Temporal.Instant): ChannelEvent[] {
  const text = fields.get('Body') ?? '';
  const phone = fields.get('From') ?? '';
  const from: Peer = { channelUserId: phone, phone, name: null, language: null };
  const optOut = fields.get('OptOutType')?.toUpperCase();
  const media = mediaOf(fields);
  const message: ChannelEvent = {
    kind: 'message',
    providerMessageId: sid,
    at,
    from,
    // Twilio has answered a call for help itself.
    content: optOut === 'HELP' ? 'remark' : contentOf(media),
    text,
    buttonId: null,
    quotedProviderId: null,
    media,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
  };
  if (optOut === 'STOP' || STOP_WORDS.test(text.trim())) return [message, { kind: 'blocked', from, at }];
  // NOTE: YES lifts a stop, and is an answer to a question too: both are said.
  if (optOut === 'START' || START_WORDS.test(text.trim())) return [{ kind: 'unblocked', from, at }, message];
  return [message];
}

type Media = Extract<ChannelEvent, { kind: 'message' }>['media'];

function mediaOf(fields: URLSearchParams): Media {
  const url = Number(fields.get('NumMedia') ?? 0) > 0 ? fields.get('MediaUrl0') : null;
  return url === null ? null : { id: url, mime: fields.get('MediaContentType0'), name: null };
}

function contentOf(media: Media): 'text' | 'image' | 'voice' | 'file' {
  if (!media) return 'text';
  if (media.mime?.startsWith('image/')) return 'image';
  return media.mime?.startsWith('audio/') ? 'voice' : 'file';
}
