import { z } from 'zod';
import { messageOf, ownMessageOf } from '#server/channels/message-port.ts';
import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';
import { isPerson, phoneOf, userIdOf } from './chats.ts';
import { changeOf, Content, contentOf } from './inbound.ts';

const Envelope = z.object({ event: z.string(), data: z.unknown(), sender: z.string().nullish() });

const Key = z.object({
  remoteJid: z.string().min(1),
  /** The phone of a person whose id is not one. */
  remoteJidAlt: z.string().nullish(),
  /** Both ids of the author, where the gateway knows them. */
  senderPn: z.string().nullish(),
  senderLid: z.string().nullish(),
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
  status: z.string().default(''),
});

/** Names a message that was deleted or changed; `editedMessage` holds its new content. */
const KeyOfChange = z.object({
  id: z.string().min(1),
  remoteJid: z.string().default(''),
  remoteJidAlt: z.string().nullish(),
  fromMe: z.boolean().default(false),
});
const Deleted = z.union([KeyOfChange, z.object({ key: KeyOfChange }).transform(({ key }) => key)]);
const Edited = z.object({ key: KeyOfChange, editedMessage: Content });

/** Translates one post of the gateway. Posts about groups are dropped. */
export function readWebhook({ body, receivedAt }: Pick<WebhookRequest, 'body' | 'receivedAt'>): ChannelEvent[] {
  const { event, data, sender } = parse(Envelope, parseJson(body));
  const own = userIdOf(sender ?? '');
  const items = Array.isArray(data) ? data : [data];
  if (event === 'messages.upsert') return items.flatMap((item) => readMessage(parse(Message, item), own));
  if (event === 'messages.delete')
    return items.flatMap((item) => readDeletion(parse(Deleted, item), { own, at: receivedAt }));
  if (event === 'messages.edited')
    return items.flatMap((item) => readEdit(parse(Edited, item), { own, at: receivedAt }));
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
const OWN_DEVICES = ['android', 'ios', 'desktop'];

function readMessage({ key, pushName, message, messageTimestamp, source }: Message, own: string): ChannelEvent[] {
  if (!isPerson(key.remoteJid)) return [];
  const peer = peerOf(key, key.fromMe ? null : pushName || null);
  if (peer.channelUserId === own) return [{ kind: 'echo', providerMessageId: key.id }];
  const at = Temporal.Instant.fromEpochMilliseconds(messageTimestamp * 1000);
  const change = changeOf(message ?? {});
  if (change?.kind === 'deleted') return [{ kind: 'deleted', providerMessageId: change.id, from: peer, at }];
  const providerMessageId = change?.id ?? key.id;
  const content = contentOf(change?.message ?? message ?? {}, providerMessageId);
  if (!content) return [];
  const about = { providerMessageId, at, ...(change && { isEdit: true as const }) };
  if (!key.fromMe) return [messageOf({ ...about, from: peer }, content)];
  if (!OWN_DEVICES.includes(source ?? '')) return [];
  const written = ownMessageOf({ ...about, to: peer }, content);
  return written ? [written] : [];
}

/** The phone is the main id of a person, where the gateway knows it beside the one that hides it. */
function peerOf(
  { remoteJid, remoteJidAlt, senderPn, senderLid, fromMe }: z.output<typeof Key>,
  name: string | null,
): Peer {
  const jids = [remoteJid, remoteJidAlt, ...(fromMe ? [] : [senderPn, senderLid])].flatMap((jid) =>
    jid && isPerson(jid) ? jid : [],
  );
  const jid = jids.find((one) => phoneOf(one) !== null) ?? remoteJid;
  const channelUserId = userIdOf(jid);
  const aliases = [...new Set(jids.map(userIdOf))].filter((id) => id !== channelUserId);
  return { channelUserId, ...(aliases.length > 0 && { aliases }), phone: phoneOf(jid), name, language: null };
}

type Place = { own: string; at: Temporal.Instant };

function readDeletion(key: z.output<typeof KeyOfChange>, { own, at }: Place): ChannelEvent[] {
  if (!isPerson(key.remoteJid) || userIdOf(key.remoteJid) === own) return [];
  return [{ kind: 'deleted', providerMessageId: key.id, from: peerOf(key, null), at }];
}

function readEdit({ key, editedMessage }: z.output<typeof Edited>, { own, at }: Place): ChannelEvent[] {
  if (!isPerson(key.remoteJid) || userIdOf(key.remoteJid) === own) return [];
  const content = contentOf(editedMessage, key.id);
  if (!content) return [];
  const about = { providerMessageId: key.id, at, isEdit: true } as const;
  const peer = peerOf(key, null);
  const event = key.fromMe
    ? ownMessageOf({ ...about, to: peer }, content)
    : messageOf({ ...about, from: peer }, content);
  return event ? [event] : [];
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
function readUpdate({ keyId, remoteJid, status: word }: z.output<typeof Update>, { own, at }: Place): ChannelEvent[] {
  if (word === 'DELETED') return readDeletion({ id: keyId, remoteJid, fromMe: false }, { own, at });
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
