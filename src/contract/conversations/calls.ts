import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { CONVERSATION_LISTS, FILE_TROUBLES, NEEDS_PERSON_REASONS, TRANSCRIPT_TROUBLES } from './values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import { MemberId } from '#contract/tenants/ids.ts';

export const ConversationId = z.uuid().brand<'ConversationId'>();
export type ConversationId = z.infer<typeof ConversationId>;

/** Why a bot handed a conversation to a person. */
export const NeedsPersonReason = z.enum(NEEDS_PERSON_REASONS);
export type NeedsPersonReason = z.infer<typeof NeedsPersonReason>;

export const ConversationState = z.enum(['open', 'snoozed', 'closed']);
export type ConversationState = z.infer<typeof ConversationState>;

/**
 * The kind of a contact's message. A `remark` is a notice of the messenger: a reaction, a new number. `button` is a tap
 * on one of our buttons. `deleted`: its author took it back, and its words are gone.
 */
export const MessageKind = z.enum([
  'text',
  'button',
  'image',
  'sticker',
  'video',
  'file',
  'voice',
  'contact',
  'location',
  'start',
  'remark',
  'other',
  'deleted',
]);
export type MessageKind = z.infer<typeof MessageKind>;

/** `note` is seen by members alone; `system` says what was done; outbound messages are `text`. */
export const ThreadItemKind = z.enum([...MessageKind.options, 'note', 'system']);
export type ThreadItemKind = z.infer<typeof ThreadItemKind>;

/** A thread with one contact over all their channels. */
export const Conversation = z.object({
  id: ConversationId,
  contactId: ContactId,
  /** Empty where nobody knows it. */
  contactName: z.string(),
  /** E.164. */
  phone: z.string().nullable(),
  /** The channel the contact last wrote on; where they never wrote, the one a member chose. */
  channelId: ChannelId,
  channelKind: ChannelKind,
  /** The last message of either side; mailings and flows do not count. */
  lastText: z.string(),
  lastKind: MessageKind,
  lastDirection: z.enum(['in', 'out']),
  /** The list is ordered by it, latest first. */
  lastMessageAt: Instant,
  state: ConversationState,
  /** For a snoozed one: when it returns. */
  snoozedUntil: Instant.nullable(),
  /** Null: unassigned. */
  assigneeId: MemberId.nullable(),
  assigneeName: z.string().nullable(),
  /** Messages of the contact that nobody in the cabinet has seen; counts stop at 99. */
  unreadCount: z.int(),
  /** Since when it is unread; marked unread by hand, its count may be 0. Null: read. */
  unreadSince: Instant.nullable(),
  needsPersonSince: Instant.nullable(),
  needsPersonReason: NeedsPersonReason.nullable(),
  /** A person took the conversation: bots are silent until then. Null: they answer. */
  botsSilentUntil: Instant.nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

export const ConversationList = z.enum(CONVERSATION_LISTS);
export type ConversationList = z.infer<typeof ConversationList>;

/** The change that a system line describes. `by` of the item is the member who did it; null: it happened by itself. */
export const ThreadEvent = z.discriminatedUnion('name', [
  /** `memberId` null: the assignment was taken back. */
  z.object({ name: z.literal('assigned'), memberId: MemberId.nullable(), memberName: z.string().nullable() }),
  z.object({ name: z.literal('closed') }),
  /** By a member, or by a message of the contact. */
  z.object({ name: z.literal('reopened') }),
  z.object({ name: z.literal('snoozed'), until: Instant }),
  z.object({ name: z.literal('woken') }),
  /** The side that switched: the contact wrote on another channel, or a member answered there. */
  z.object({ name: z.literal('channel_switched'), from: ChannelKind, to: ChannelKind, side: z.enum(['in', 'out']) }),
  /** Bots answer again, before the time was over. */
  z.object({ name: z.literal('bots_back') }),
  /** An assistant handed the conversation to a person. `summary` is for them, in the words of the assistant. */
  z.object({ name: z.literal('assistant_handed_over'), summary: z.string().nullable() }),
  /** An assistant placed an order of the contact. `summary` is for the person who sees to it. */
  z.object({ name: z.literal('assistant_order'), number: z.int(), summary: z.string() }),
  /** Two contacts became one, and so did their conversations. */
  z.object({ name: z.literal('merged') }),
  /** The contact stopped advertising by the means of the messenger, or allowed it again. */
  z.object({ name: z.literal('marketing_stopped') }),
  z.object({ name: z.literal('marketing_resumed') }),
  /** The messenger reports that the contact has another number now, in E.164 where it is known. */
  z.object({ name: z.literal('number_changed'), phone: z.string().nullable() }),
  /** A bot left the conversation to people: a step of it says so, with the owner's reason, or it had written too often. */
  z.object({
    name: z.literal('handed_over'),
    bot: z.string(),
    cause: z.enum(['step', 'too_often']),
    reason: z.string(),
  }),
]);
export type ThreadEvent = z.infer<typeof ThreadEvent>;

/**
 * A picture, a voice message or another file of a message.
 *
 * `fetching`: it is being fetched from the messenger, and a `message` event follows. `kept`: `url` shows it. `refused`:
 * it is not kept, and `trouble` says why.
 */
export const ThreadFile = z.object({
  state: z.enum(['fetching', 'kept', 'refused']),
  /** Signed; served with `Range`. Only where it was kept. */
  url: z.string().nullable(),
  /** Shown in place (png, jpeg, webp, gif, mp4, audio); else offered as a download. */
  isInline: z.boolean(),
  name: z.string().nullable(),
  /** By its bytes where it was kept, else as the messenger names it. */
  mime: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  /** Pixels of an image, to reserve its place. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  trouble: z.enum(FILE_TROUBLES).nullable(),
  /** The words of a voice message, written down by a machine; null: nobody has requested them. */
  transcript: z
    .object({
      state: z.enum(['writing', 'written', 'failed']),
      /** Empty unless it is written. */
      text: z.string(),
      trouble: z.enum(TRANSCRIPT_TROUBLES).nullable(),
    })
    .nullable(),
});
export type ThreadFile = z.infer<typeof ThreadFile>;

export const ThreadItem = z.object({
  id: z.uuid(),
  /** The `requestId` the item was posted with: key of the bubble, before and after the answer. Null: another's item. */
  requestId: z.uuid().nullable(),
  /** `own`: a person of the business wrote it on the phone itself. `inner`: notes and system lines. */
  direction: z.enum(['in', 'out', 'own', 'inner']),
  at: Instant,
  kind: ThreadItemKind,
  /** Empty where there are no words. */
  text: z.string(),
  /** Its author changed the text after it was sent. */
  isEdited: z.boolean(),
  /** As the messenger names it; `file` says more. */
  fileName: z.string().nullable(),
  file: ThreadFile.nullable(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** Titles of the message's buttons. */
  buttons: z.array(z.string()),
  /** Null for notes, system lines, and what contacts wrote. */
  status: z.string().nullable(),
  /** The contact answered it, on whichever channel. */
  isReplied: z.boolean(),
  /** Why it failed: our class and the provider's own text. */
  failure: z.object({ errorClass: z.string().nullable(), text: z.string().nullable() }).nullable(),
  isTest: z.boolean(),
  /** Null for notes and system lines. */
  channelId: ChannelId.nullable(),
  channelKind: ChannelKind.nullable(),
  /** Null: the contact wrote it, or it is a note or a system line. */
  sender: z.object({ senderId: SenderId, senderKind: SenderKind, senderTitle: z.string() }).nullable(),
  /** The occasion of a flow's message; null for answers and mailings. */
  why: z
    .object({
      /** Name of the event it was planned for, e.g. `visit.created`; null: the clock. */
      event: z.string().nullable(),
      subjectKind: SubjectKind.nullable(),
      /** Start of the visit. */
      startsAt: Instant.nullable(),
    })
    .nullable(),
  /** Entry of the message log with its trace; null for what was not sent by us. */
  traceId: z.uuid().nullable(),
  /** The member behind an answer, a note or a system line; without an id, a person of another system. */
  by: z.object({ memberId: MemberId.nullable(), name: z.string() }).nullable(),
  /** For `system`. */
  event: ThreadEvent.nullable(),
});
export type ThreadItem = z.infer<typeof ThreadItem>;

/** Why a channel does not reach the contact now. `closed`: free text is not taken now; a template is. */
export const WayBlocker = z.enum(['no_phone', 'not_there', 'blocked', 'unreachable', 'opted_out', 'closed', 'broken']);
export type WayBlocker = z.infer<typeof WayBlocker>;

/** A channel on which the contact can be answered; limits of texts and files are the traits of its kind. */
export const AnswerWay = z.object({
  channelId: ChannelId,
  channelKind: ChannelKind,
  title: z.string(),
  /** Null: free text is taken, as far as we know. A channel with `closed` takes templates. */
  blocker: WayBlocker.nullable(),
  /** Until when free text is taken; null: no end, or it is not taken. */
  windowUntil: Instant.nullable(),
  hasTemplates: z.boolean(),
});
export type AnswerWay = z.infer<typeof AnswerWay>;

/** Why a channel was chosen: the contact wrote there last; it is first in the cabinet's order; it is the only one. */
export const WayReason = z.enum(['last_written', 'first_in_order', 'only_one']);
export type WayReason = z.infer<typeof WayReason>;

export const Drafts = z.object({ answer: z.string(), note: z.string() });
export type Drafts = z.infer<typeof Drafts>;

export const OfConversation = z.object({ conversationId: ConversationId });

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations',
  access: 'member',
  summary: 'Conversations of a list, latest first.',
  query: PageQuery.extend({ list: ConversationList.default('all') }),
  reply: pageOf(Conversation),
});

export const countConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/counts',
  access: 'member',
  summary: 'How many conversations each list has, up to 1,000; and of those that wait for the caller.',
  reply: z.object({
    lists: z.record(ConversationList, z.int()),
    /** Unread or waiting ones, assigned to the caller or to nobody: for the title and the badge. */
    forMe: z.int(),
    /** The last event of the stream that these counts include. */
    seq: z.int(),
  }),
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId',
  access: 'member',
  summary: 'One conversation: for a row of the list that changed.',
  params: OfConversation,
  reply: Conversation,
  problems: ['conversation.not_found'],
});

/** Opens the thread of a contact who never wrote; the same thread every time. */
export const openConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations',
  access: 'member',
  summary: "The contact's conversation, begun where there was none.",
  body: z.object({ contactId: ContactId }),
  reply: Conversation,
  problems: ['contact.not_found', 'conversation.no_channel'],
});

/**
 * Newest first. With `around` the page holds items on both sides of one, and `newerCursor` leads back to the newest;
 * a page requested by `newerThan` is newest first too.
 */
export const getThread = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId/messages',
  access: 'member',
  summary: 'Messages of one conversation, newest first, with the ways to answer.',
  params: OfConversation,
  query: PageQuery.extend({ around: z.uuid().optional(), newerThan: z.string().max(400).optional() }),
  reply: pageOf(ThreadItem).extend({
    /** Null: the page begins with the newest item. */
    newerCursor: z.string().nullable(),
    conversation: Conversation,
    /** Until when the chosen way takes free text; null: no end, or it takes none. */
    windowUntil: Instant.nullable(),
    /** In the cabinet's order. */
    ways: z.array(AnswerWay),
    /** The way an answer takes when none is named; null: none reaches the contact. */
    chosen: z.object({ channelId: ChannelId, reason: WayReason }).nullable(),
    /** The caller's. */
    drafts: Drafts,
  }),
  problems: ['conversation.not_found'],
});

const Found = z.object({
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  /** Null: they have none yet. */
  conversation: Conversation.nullable(),
});

export const searchConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/search',
  access: 'member',
  summary: 'Contacts by name or phone, then messages by their text (from 3 letters), newest first.',
  query: z.object({
    /** An empty one finds nothing. */
    text: z.string().trim().max(100, { error: 'too_long' }).default(''),
    /** The cursor of messages; a page with a cursor has no contacts. */
    cursor: z.string().max(400).optional(),
  }),
  reply: z.object({
    contacts: z.array(Found),
    messages: z.array(
      z.object({
        conversation: Conversation,
        /** Item of the thread: `around` of the next call. */
        itemId: z.uuid(),
        at: Instant,
        direction: z.enum(['in', 'out', 'own', 'inner']),
        /** Part of the text; what was found stands between `from` and `to`. */
        excerpt: z.string(),
        from: z.int(),
        to: z.int(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});
