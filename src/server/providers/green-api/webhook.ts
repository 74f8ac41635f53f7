import { z } from 'zod';
import { type MessageContent, messageOf, ownMessageOf } from '#server/channels/message-port.ts';
import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';
import { type Chats, WHATSAPP_CHATS } from './chats.ts';
import { changeOf, contentOf, MessageData } from './inbound.ts';
import { mediaIdOf } from './media.ts';

const InstanceData = z.object({ idInstance: z.coerce.string(), wid: z.string().default('') });
const Envelope = z.object({ typeWebhook: z.string() });

const Message = z.object({
  instanceData: InstanceData,
  timestamp: EpochSeconds,
  idMessage: z.string().min(1),
  senderData: z.object({
    chatId: z.string().min(1),
    chatName: z.string().optional(),
    senderName: z.string().optional(),
    senderContactName: z.string().optional(),
    /** The phone of people who show it, where the chat's id hides it. */
    senderPhoneNumber: z.coerce.string().optional(),
  }),
  messageData: MessageData,
});

const Status = z.object({
  instanceData: InstanceData,
  timestamp: EpochSeconds,
  chatId: z.string().default(''),
  idMessage: z.string().min(1),
  status: z.string(),
  description: z.string().optional(),
});

/**
 * Translates one post of the gateway. Posts about groups and channels are dropped;
 * https://green-api.com/en/docs/api/receiving/notifications-format/
 */
export function readWebhook({ body }: Pick<WebhookRequest, 'body'>, chats: Chats = WHATSAPP_CHATS): ChannelEvent[] {
  const json = parseJson(body);
  const { typeWebhook } = parse(Envelope, json);
  if (typeWebhook === 'incomingMessageReceived') return readMessage(parse(Message, json), chats);
  if (typeWebhook === 'outgoingMessageReceived') return readOwn(parse(Message, json), chats);
  if (typeWebhook === 'outgoingMessageStatus') return readStatus(parse(Status, json), chats);
  return typeWebhook === 'stateInstanceChanged' ? [{ kind: 'session' }] : [];
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

type Message = z.output<typeof Message>;

const isToItself = (chatId: string, { wid }: z.output<typeof InstanceData>) => wid !== '' && chatId === wid;

function readMessage(message: Message, chats: Chats): ChannelEvent[] {
  return readPost(message, chats, ({ peer, content, ...about }) => messageOf({ ...about, from: peer }, content));
}

/** A message of a person on the phone itself; the name of the author is our own. */
function readOwn(
  { senderData: { senderName: _ownName, ...contact }, ...message }: Message,
  chats: Chats,
): ChannelEvent[] {
  return readPost({ ...message, senderData: contact }, chats, ({ peer, content, ...about }) =>
    ownMessageOf({ ...about, to: peer }, content),
  );
}

type Written = {
  providerMessageId: string;
  at: Temporal.Instant;
  peer: Peer;
  content: MessageContent;
  isEdit?: true;
};

function readPost(
  { instanceData, timestamp, idMessage: id, senderData, messageData }: Message,
  chats: Chats,
  toEvent: (written: Written) => ChannelEvent | null,
): ChannelEvent[] {
  const { chatId } = senderData;
  if (!chats.isPerson(chatId)) return [];
  if (isToItself(chatId, instanceData)) return [{ kind: 'echo', providerMessageId: chats.messageIdOf(chatId, id) }];
  const change = changeOf(messageData);
  const providerMessageId = chats.messageIdOf(chatId, change?.id ?? id);
  const [peer, at] = [peerOf(senderData, chats), instantOf(timestamp)];
  if (change?.kind === 'deleted') return [{ kind: 'deleted', providerMessageId, from: peer, at }];
  const read = contentOf(messageData, mediaIdOf(chatId, id));
  if (!read) return [];
  const quotedProviderId = read.quotedProviderId && chats.messageIdOf(chatId, read.quotedProviderId);
  const content = { ...read, quotedProviderId };
  const event = toEvent({ providerMessageId, at, peer, content, ...(change && { isEdit: true as const }) });
  return event ? [event] : [];
}

const STATUSES: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  fail: 'failed',
  noAccount: 'failed',
  notInGroup: 'failed',
  yellowCard: 'failed',
};

/** A status of a message to itself proves that the session receives events; the message itself may never be posted. */
function readStatus(
  { instanceData, timestamp, chatId, idMessage: id, ...post }: z.output<typeof Status>,
  chats: Chats,
): ChannelEvent[] {
  const idMessage = chats.messageIdOf(chatId, id);
  const status = STATUSES[post.status];
  if (!status) return [];
  if (isToItself(chatId, instanceData))
    return status === 'failed' ? [] : [{ kind: 'echo', providerMessageId: idMessage }];
  const common = {
    kind: 'status',
    providerMessageId: idMessage,
    reference: null,
    status,
    at: instantOf(timestamp),
  } as const;
  if (status !== 'failed') return [{ ...common, errorClass: null, code: null, text: null }];
  const text = post.description ?? post.status;
  return [{ ...common, errorClass: chats.failureOf(post.status, post.description), code: post.status, text }];
}

function peerOf(
  { chatId, chatName, senderName, senderContactName, senderPhoneNumber }: Message['senderData'],
  chats: Chats,
): Peer {
  const name = senderContactName || senderName || chatName;
  const phone = chats.phoneOf(chatId, senderPhoneNumber);
  const aliases = chats.aliasesOf(chatId, phone);
  const ids = { channelUserId: chats.userIdOf(chatId), ...(aliases.length > 0 && { aliases }) };
  return { ...ids, phone, name: name || null, language: null };
}

const instantOf = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
