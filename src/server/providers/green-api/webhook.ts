import { z } from 'zod';
import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';
import { type Chats, WHATSAPP_CHATS } from './chats.ts';
import { contentOf, MessageData, SILENT_TYPES } from './inbound.ts';
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
    /** Telegram, of people who show it. */
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

function readMessage(
  { instanceData, timestamp, idMessage: id, senderData, messageData }: Message,
  chats: Chats,
): ChannelEvent[] {
  const { chatId } = senderData;
  const idMessage = chats.messageIdOf(chatId, id);
  if (!chats.isPerson(chatId)) return [];
  if (isToItself(chatId, instanceData)) return [{ kind: 'echo', providerMessageId: idMessage }];
  const { quotedProviderId: quoted, buttonId, ...content } = contentOf(messageData, mediaIdOf(chatId, id));
  const quotedProviderId = quoted && chats.messageIdOf(chatId, quoted);
  return [
    {
      kind: 'message',
      providerMessageId: idMessage,
      at: instantOf(timestamp),
      from: peerOf(senderData, chats),
      ...content,
      buttonId,
      quotedProviderId,
      sharedPhone: null,
      startToken: null,
      callbackId: null,
    },
  ];
}

function readOwn(
  { instanceData, timestamp, idMessage: id, senderData, messageData }: Message,
  chats: Chats,
): ChannelEvent[] {
  const { chatId } = senderData;
  const idMessage = chats.messageIdOf(chatId, id);
  if (!chats.isPerson(chatId)) return [];
  if (isToItself(chatId, instanceData)) return [{ kind: 'echo', providerMessageId: idMessage }];
  if (SILENT_TYPES.has(messageData.typeMessage)) return [];
  const { content, text, media } = contentOf(messageData, mediaIdOf(chatId, id));
  const { senderName: _ownName, ...contact } = senderData;
  return [
    {
      kind: 'own_message',
      providerMessageId: idMessage,
      at: instantOf(timestamp),
      to: peerOf(contact, chats),
      content:
        content === 'text' || content === 'image' || content === 'file' || content === 'voice' ? content : 'other',
      text,
      media,
    },
  ];
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
  return { channelUserId: chats.userIdOf(chatId), phone, name: name || null, language: null };
}

const instantOf = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
