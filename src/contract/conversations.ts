import { z } from 'zod';
import { ChannelId, ChannelKind } from './channels.ts';
import { ContactId } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { Instant, PageQuery, pageOf } from './primitives.ts';
import { SenderKind } from './senders.ts';
import { LONGEST_TEXT, NEEDS_PERSON_REASONS } from './values.ts';

export const ConversationId = z.uuid().brand<'ConversationId'>();
export type ConversationId = z.infer<typeof ConversationId>;

/** Why a bot handed a conversation to a person. */
export const NeedsPersonReason = z.enum(NEEDS_PERSON_REASONS);
export type NeedsPersonReason = z.infer<typeof NeedsPersonReason>;

export const Conversation = z.object({
  id: ConversationId,
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  channelId: ChannelId,
  channelKind: ChannelKind,
  lastText: z.string(),
  lastMessageAt: Instant,
  needsPersonSince: Instant.nullable(),
  needsPersonReason: NeedsPersonReason.nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

/**
 * The kind of a message's content; outbound ones are `text`. A `remark` is a notice of the messenger: a reaction, a new
 * number.
 */
export const SaidKind = z.enum([
  'text',
  'button',
  'image',
  'sticker',
  'file',
  'voice',
  'contact',
  'location',
  'start',
  'remark',
  'other',
]);
export type SaidKind = z.infer<typeof SaidKind>;

export const ThreadItem = z.object({
  id: z.uuid(),
  direction: z.enum(['in', 'out']),
  at: Instant,
  kind: SaidKind,
  /** Empty where there are no words. */
  text: z.string(),
  fileName: z.string().nullable(),
  /** Titles of the message's buttons. */
  buttons: z.array(z.string()),
  status: z.string().nullable(),
  isTest: z.boolean(),
  /** Null: the contact wrote it. */
  sender: z.object({ senderKind: SenderKind, senderTitle: z.string() }).nullable(),
});

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations',
  access: 'member',
  summary: 'Conversations, latest first.',
  query: PageQuery.extend({ needsPerson: z.stringbool().optional() }),
  reply: pageOf(Conversation),
});

export const getThread = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId/messages',
  access: 'member',
  summary: 'Messages of one conversation, newest first.',
  params: z.object({ conversationId: ConversationId }),
  query: PageQuery,
  reply: pageOf(ThreadItem).extend({ conversation: Conversation, windowUntil: Instant.nullable() }),
  problems: ['conversation.not_found'],
});

export const replyToConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/messages',
  access: 'member',
  summary: 'A person answers; the conversation no longer waits.',
  params: z.object({ conversationId: ConversationId }),
  body: z.object({
    text: z.string().trim().min(1, { error: 'required' }).max(LONGEST_TEXT, { error: 'too_long' }),
    requestId: z.uuid(),
  }),
  reply: ThreadItem,
  problems: ['conversation.not_found', 'conversation.window_closed', 'message_quota.exhausted'],
});

export const markAnswered = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/answered',
  access: 'member',
  summary: 'The conversation needs nobody any more.',
  params: z.object({ conversationId: ConversationId }),
  problems: ['conversation.not_found'],
});
