import { z } from 'zod';
import { Conversation, OfConversation } from './calls.ts';
import { LONGEST_BOT_SILENCE_MINUTES } from './values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Moment } from '#contract/primitives.ts';
import { MemberId, MemberRole } from '#contract/tenants/ids.ts';
import { LONGEST_TEXT } from '#contract/texts/values.ts';

/** Calls that change a conversation return it. Repeated, they change nothing more. */
const changes = { params: OfConversation, reply: Conversation, problems: ['conversation.not_found'] } as const;

export const assignConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:conversationId/assignee',
  access: 'member',
  summary: 'Assigns a conversation to a member; null takes the assignment back.',
  ...changes,
  body: z.object({ memberId: MemberId.nullable() }),
  problems: ['conversation.not_found', 'member.not_found'],
});

/** Undo is `reopen`. A closed conversation waits for nobody; a message of the contact reopens it. */
export const closeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/close',
  access: 'member',
  summary: 'The conversation is over.',
  ...changes,
});

export const reopenConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/reopen',
  access: 'member',
  summary: 'Takes a closed or snoozed conversation back among the open ones.',
  ...changes,
});

export const snoozeConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:conversationId/snooze',
  access: 'member',
  summary: 'Sets a conversation aside until a moment, or until the contact writes.',
  ...changes,
  body: z.object({ until: Moment }),
  problems: ['conversation.not_found', 'conversation.time_past'],
});

/** `isRead: false` marks it unread; reading it is reported to the messenger where the cabinet allows. */
export const markRead = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:conversationId/read',
  access: 'member',
  summary: 'Marks a conversation as read, or as unread.',
  ...changes,
  body: z.object({ isRead: z.boolean() }),
});

export const markAnswered = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/answered',
  access: 'member',
  summary: 'The conversation needs nobody any more.',
  params: OfConversation,
  problems: ['conversation.not_found'],
});

/** `true` silences bots for the cabinet's time from now; `false` lets them answer again. */
export const setBotSilence = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:conversationId/bots',
  access: 'member',
  summary: 'Silences bots in a conversation, or lets them answer again.',
  ...changes,
  body: z.object({ areSilent: z.boolean() }),
});

/** Repeated while the file is being fetched, it changes nothing. A file whose trouble is final stays as it is. */
export const retryFile = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/messages/:itemId/file',
  access: 'member',
  summary: 'A received file that is missing is fetched once more.',
  params: OfConversation.extend({ itemId: z.uuid() }),
  problems: ['conversation.not_found', 'message.not_found'],
});

/** Costs money of the AI balance. Repeated while they are written, or after that, it changes nothing. */
export const transcribeVoice = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/messages/:itemId/transcript',
  access: 'member',
  summary: 'Has the words of a voice message written down by a model.',
  params: OfConversation.extend({ itemId: z.uuid() }),
  problems: ['conversation.not_found', 'message.not_found'],
});

/** Posted at most every 3 seconds while a person types; nothing is stored. */
export const noteTyping = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/typing',
  access: 'member',
  summary: 'Shows colleagues, and the contact where the cabinet allows, that the caller is writing.',
  ratePerMinute: 60,
  params: OfConversation,
  body: z.object({ kind: z.enum(['answer', 'note']).default('answer') }),
  problems: ['conversation.not_found'],
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/members',
  access: 'member',
  summary: 'Members a conversation can be assigned to, the caller first.',
  reply: z.object({
    members: z.array(
      z.object({
        id: MemberId,
        name: z.string(),
        role: MemberRole,
        /** Signed in and active within the last half hour. */
        isOnDuty: z.boolean(),
      }),
    ),
  }),
});

export const ConversationSettings = z.object({
  /** How long bots are silent after a person wrote. */
  botSilenceMinutes: z.int().min(0).max(LONGEST_BOT_SILENCE_MINUTES),
  /** Whether the contact sees that their message was read. */
  marksRead: z.boolean(),
  /** Whether the contact sees that somebody is writing; on WhatsApp this marks as read too. */
  showsTyping: z.boolean(),
});
export type ConversationSettings = z.infer<typeof ConversationSettings>;

export const getConversationSettings = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/settings',
  access: 'member',
  summary: 'Settings of all conversations of the cabinet.',
  reply: ConversationSettings,
});

export const setConversationSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/settings',
  access: 'owner',
  summary: 'Changes the settings of all conversations.',
  body: ConversationSettings,
  reply: ConversationSettings,
});

export const QuickReplyId = z.uuid().brand<'QuickReplyId'>();
export type QuickReplyId = z.infer<typeof QuickReplyId>;

/** A text that members insert by its title; variables as in the texts of flows. */
export const QuickReply = z.object({ id: QuickReplyId, title: z.string(), text: z.string() });
export type QuickReply = z.infer<typeof QuickReply>;

const GivenQuickReply = z.object({
  title: z.string().trim().min(1, { error: 'required' }).max(60, { error: 'too_long' }),
  text: z.string().trim().min(1, { error: 'required' }).max(LONGEST_TEXT, { error: 'too_long' }),
});

export const listQuickReplies = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/quick-replies',
  access: 'member',
  summary: "The cabinet's quick replies, by title.",
  reply: z.object({ quickReplies: z.array(QuickReply), variables: z.array(z.string()) }),
});

/** `text` is filled for the contact; `emptyVariables` had no value and were left out. */
export const fillQuickReplies = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId/quick-replies',
  access: 'member',
  summary: 'Quick replies as this contact would read them.',
  params: OfConversation,
  reply: z.object({ quickReplies: z.array(QuickReply.extend({ emptyVariables: z.array(z.string()) })) }),
  problems: ['conversation.not_found'],
});

export const createQuickReply = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/quick-replies',
  access: 'member',
  summary: 'Adds a quick reply.',
  takesIdempotencyKey: true,
  body: GivenQuickReply,
  reply: QuickReply,
  problems: ['quick_reply.limit_reached'],
});

export const changeQuickReply = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/quick-replies/:quickReplyId',
  access: 'member',
  summary: 'Changes a quick reply.',
  params: z.object({ quickReplyId: QuickReplyId }),
  body: GivenQuickReply,
  reply: QuickReply,
  problems: ['quick_reply.not_found'],
});

export const deleteQuickReply = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/quick-replies/:quickReplyId',
  access: 'member',
  summary: 'Deletes a quick reply.',
  params: z.object({ quickReplyId: QuickReplyId }),
  problems: ['quick_reply.not_found'],
});
