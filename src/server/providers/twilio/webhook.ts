import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { contentOf, mediaOf } from './media.ts';
import { readForm } from '#server/platform/http/forms.ts';
import { toStatus } from './statuses.ts';
import { readWhatsapp } from './whatsapp-message.ts';
import { fromWhatsapp } from './whatsapp-senders.ts';

/**
 * Our words for a post of Twilio's: a status of a message of ours, or a message of a contact's. Twilio may add fields
 * at any time; https://www.twilio.com/docs/messaging/guides/webhook-request
 */
export function readWebhook({ body, receivedAt }: Pick<WebhookRequest, 'body' | 'receivedAt'>): ChannelEvent[] {
  const fields = readForm(body.toString('utf8'));
  const sid = fields.get('MessageSid') ?? fields.get('SmsSid');
  if (!sid) throw new UnreadableWebhook('No MessageSid');
  const status = fields.get('MessageStatus');
  if (status !== null) return readStatus(sid, status, fields, receivedAt);
  if (!fields.get('From') || !fields.has('Body'))
    throw new UnreadableWebhook('Neither MessageStatus nor From and Body');
  if (isInGroup(fields)) return [];
  const onWhatsapp = fromWhatsapp(fields.get('From') ?? '');
  return onWhatsapp === null ? readMessage(sid, fields, receivedAt) : readWhatsapp(sid, onWhatsapp, fields, receivedAt);
}

/** Whether a message went to several numbers at once: it is not for the business alone. */
const isInGroup = (fields: URLSearchParams) =>
  [...fields.keys()].some((name) => /^(OtherRecipients\d+|GroupId|GroupSid)$/.test(name));

function readStatus(sid: string, word: string, fields: URLSearchParams, at: Temporal.Instant): ChannelEvent[] {
  const code = fields.get('ErrorCode') || null;
  const message = fields.get('ErrorMessage') ?? fields.get('ChannelStatusMessage');
  const status = toStatus(word, code === null ? null : Number(code), message);
  return status ? [{ kind: 'status', providerMessageId: sid, reference: null, at, ...status }] : [];
}

/**
 * Words on which Twilio itself stops, or allows again, all messages to a phone: the whole message is the word, in any
 * case. With Advanced Opt-Out the account has words of its own, and the post names what they did.
 */
const STOP_WORDS = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
/** Stop words that the product reads as well: as an opt-out from everything, or as an answer about a visit. */
const OWN_WORDS = /^(stop|stopall|unsubscribe|optout|cancel)$/i;
const START_WORDS = /^(start|yes|unstop)$/i;

function readMessage(sid: string, fields: URLSearchParams, at: Temporal.Instant): ChannelEvent[] {
  const text = fields.get('Body') ?? '';
  const phone = fields.get('From') ?? '';
  const from: Peer = { channelUserId: phone, phone, name: null, language: null };
  const optOut = fields.get('OptOutType')?.toUpperCase();
  const isStop = optOut === 'STOP' || STOP_WORDS.test(text.trim());
  const media = mediaOf(fields);
  const message: ChannelEvent = {
    kind: 'message',
    providerMessageId: sid,
    at,
    from,
    // Twilio has answered a call for help itself, and has obeyed a stop: neither waits for a reply.
    content: optOut === 'HELP' || (isStop && !OWN_WORDS.test(text.trim())) ? 'remark' : contentOf(media),
    text,
    buttonId: null,
    quotedProviderId: null,
    media,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
  };
  if (isStop) return [message, { kind: 'blocked', from, at }];
  // NOTE: YES lifts a stop, and is an answer to a question too: both are said.
  if (optOut === 'START' || START_WORDS.test(text.trim())) return [{ kind: 'unblocked', from, at }, message];
  return [message];
}
