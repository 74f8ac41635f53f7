import { z } from 'zod';
import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';
import { isPerson, phoneOf, userIdOf } from './chats.ts';
import { contentOf, Content } from './inbound.ts';

const Envelope = z.object({ event: z.string(), data: z.unknown(), sender: z.string().nullish() });

const Key = z.object({
  remoteJid: z.string().min(1),
  /** The phone of a person whose id is not one. */
  remoteJidAlt: z.string().nullish(),
  fromMe: z.boolean().default(false),
  id: z.string().min(1),
});

const Message = z.object({
  key: Key,
  pushName: z.string().nullish(),
  message: Content.nullish(),
  messageType: z.string().default(''),
  messageTimestamp: EpochSeconds,
  /** The device it was written on. */
  source: z.string().nullish(),
});
type Message = z.output<typeof Message>;

const Update = z.object({
  keyId: z.string().min(1),
  remoteJid: z.string().default(''),
  status: z.string(),
});

/** Translates one post of the gateway. Posts about groups are dropped. */
export function readWebhook({ body, receivedAt }: Pick<WebhookRequest, 'body' | 'receivedAt'>): ChannelEvent[] {
  const { event, data, sender } = parse(Envelope, parseJson(body));
  const own = userIdOf(sender ?? '');
  const items = Array.isArray(data) ? data : [data];
  if (event === 'messages.upsert') return items.flatMap((item) => readMessage(parse(Message, item), own));
  if (event === 'messages.update')
    return items.flatMap((item) => readUpdate(parse(Update, item), { own, at: receivedAt }));
  return ['connection.update', 'status.instance', 'logout.instance'].includes(event) ? [{ kind: 'session' }] : [];
}

function parseJson(body: Buffer): unknown {
  try {
    return parseOutside(body.toString('utf8'));
  } catch (cause) {
    throw new UnreadableWebhook(`Not JSON: ${String(cause)}`);
  }
}

function parse<Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> {
  const read = shape.safeParse(json);
  if (!read.success) throw new UnreadableWebhook(z.prettifyError(read.error));
  return read.data;
}

/** Devices on which a person types; what we send ourselves counts as a web device. */
const PHONES = ['android', 'ios'];

function readMessage({ key, pushName, message, messageTimestamp, source }: Message, own: string): ChannelEvent[] {
  if (!isPerson(key.remoteJid)) return [];
  const jid = key.remoteJid.endsWith('@lid') && key.remoteJidAlt ? key.remoteJidAlt : key.remoteJid;
  if (userIdOf(jid) === own) return [{ kind: 'echo', providerMessageId: key.id }];
  const at = Temporal.Instant.fromEpochMilliseconds(messageTimestamp * 1000);
  const peer: Peer = { channelUserId: userIdOf(jid), phone: phoneOf(jid), name: pushName || null, language: null };
  const { content, text, media, buttonId, quotedProviderId } = contentOf(message ?? {}, key.id);
  if (key.fromMe) {
    if (!PHONES.includes(source ?? '') || content === 'remark') return [];
    const kind =
      content === 'text' || content === 'image' || content === 'file' || content === 'voice' ? content : 'other';
    const to = { ...peer, name: null };
    return [{ kind: 'own_message', providerMessageId: key.id, at, to, content: kind, text, media }];
  }
  return [
    {
      kind: 'message',
      providerMessageId: key.id,
      at,
      from: peer,
      content,
      text,
      media,
      buttonId,
      quotedProviderId,
      sharedPhone: null,
      startToken: null,
      callbackId: null,
    },
  ];
}

const STATUSES: Readonly<Record<string, 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'>> = {
  PENDING: 'accepted',
  SERVER_ACK: 'sent',
  DELIVERY_ACK: 'delivered',
  READ: 'read',
  PLAYED: 'read',
  ERROR: 'failed',
};

/** A status of a message to itself proves that the session receives events. */
function readUpdate(
  { keyId, remoteJid, status: word }: z.output<typeof Update>,
  { own, at }: { own: string; at: Temporal.Instant },
): ChannelEvent[] {
  const status = STATUSES[word];
  if (!status) return [];
  const isEcho = userIdOf(remoteJid) === own;
  if (isEcho) return status === 'failed' || status === 'accepted' ? [] : [{ kind: 'echo', providerMessageId: keyId }];
  const failure =
    status === 'failed'
      ? ({ errorClass: 'recipient_invalid', code: word, text: word } as const)
      : { errorClass: null, code: null, text: null };
  return [{ kind: 'status', providerMessageId: keyId, reference: null, status, at, ...failure }];
}
