import { z } from 'zod';
import { ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import { AnswerWay, Conversation, OfConversation, ThreadItem } from './calls.ts';
import { LONGEST_NOTE } from './values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';
import { FileId } from '#contract/texts/calls.ts';
import { LONGEST_TEXT } from '#contract/texts/values.ts';

/** The template of an answer; its parameters may contain variables, e.g. `{clientName}`. */
export const AnswerTemplate = z.object({
  name: z.string().max(512),
  language: z.string().max(20),
  parameters: z.array(z.string().trim().min(1, { error: 'required' }).max(300, { error: 'too_long' })).max(20),
});
export type AnswerTemplate = z.infer<typeof AnswerTemplate>;

/**
 * `requestId` is made by the page for each bubble: the same id sends once, however often it is posted, and comes back as
 * the item's `requestId`.
 *
 * With `lastSeenId`, the newest item the page shows, an answer is refused by `conversation.answered_meanwhile` when a
 * colleague (or a person on the phone itself) answered after it: its parameters are `memberName` (empty: on the phone)
 * and `at`. `evenIfAnswered` sends anyway.
 */
export const Answer = z
  .object({
    requestId: z.uuid(),
    text: z.string().trim().max(LONGEST_TEXT, { error: 'too_long' }),
    /** An uploaded picture or document: see `uploadImage` and `uploadDocument`. */
    fileId: FileId.nullable().default(null),
    /** Instead of a text. Its header's file is `fileId`. */
    template: AnswerTemplate.nullable().default(null),
    /** Null: the chosen way. */
    channelId: ChannelId.nullable().default(null),
    lastSeenId: z.uuid().nullable().default(null),
    evenIfAnswered: z.boolean().default(false),
  })
  .superRefine(({ text, fileId, template }, issues) => {
    if (text === '' && !fileId && !template) issues.addIssue({ code: 'custom', path: ['text'], message: 'required' });
  });
export type Answer = z.output<typeof Answer>;

/** The thread item appears at once, as `planned`; its marks follow as it leaves. */
export const replyToConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/messages',
  access: 'member',
  summary:
    'A person answers: the conversation is theirs if nobody’s, no longer waits, and bots are silent for a while.',
  takesIdempotencyKey: true,
  params: OfConversation,
  body: Answer,
  reply: ThreadItem,
  problems: [
    'conversation.not_found',
    'conversation.answered_meanwhile',
    'conversation.window_closed',
    'conversation.no_channel',
    'conversation.channel_closed',
    'conversation.template_unfit',
    'conversation.file_unfit',
    'conversation.text_unfit',
    'file.not_found',
    'message_quota.exhausted',
  ],
});

/** Sends a failed answer once more, unchanged. Repeated, it returns the answer that was sent; that one can be retried. */
export const retryAnswer = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/messages/:itemId/retry',
  access: 'member',
  summary: 'A failed answer of a person is sent again, on the way that is open now.',
  takesIdempotencyKey: true,
  params: OfConversation.extend({ itemId: z.uuid() }),
  reply: ThreadItem,
  problems: [
    'conversation.not_found',
    'message.not_found',
    'message.wrong_status',
    'conversation.window_closed',
    'conversation.no_channel',
    'message_quota.exhausted',
  ],
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/notes',
  access: 'member',
  summary: 'A note that only members see.',
  takesIdempotencyKey: true,
  params: OfConversation,
  body: z.object({
    requestId: z.uuid(),
    text: z.string().trim().min(1, { error: 'required' }).max(LONGEST_NOTE, { error: 'too_long' }),
  }),
  reply: ThreadItem,
  problems: ['conversation.not_found'],
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:conversationId/notes/:itemId',
  access: 'member',
  summary: "Deletes one's own note.",
  params: OfConversation.extend({ itemId: z.uuid() }),
  problems: ['conversation.not_found', 'message.not_found'],
});

/** Saved as it is typed (debounced); an empty text deletes it. An answer or a note that was posted deletes its draft. */
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:conversationId/draft',
  access: 'member',
  summary: "The caller's unsent answer or note.",
  params: OfConversation,
  body: z.object({ kind: z.enum(['answer', 'note']), text: z.string().max(LONGEST_NOTE, { error: 'too_long' }) }),
  problems: ['conversation.not_found'],
});

/** Templates of the channels that reach the contact; approved ones whose texts (and picture or PDF) can be filled. Those for the owner are left out. */
export const listAnswerTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId/templates',
  access: 'member',
  summary: 'Templates with which the contact can be written to now.',
  params: OfConversation,
  reply: z.object({
    templates: z.array(
      ChannelTemplate.extend({
        channelId: ChannelId,
        /** One for each placeholder, as a sender of the cabinet fills it; else `{clientName}` for the first, empty for the others. */
        suggested: z.array(z.string()),
        /** The same as this contact would read them; empty where nothing is known. */
        filled: z.array(z.string()),
        /** Place among the few that are suggested on its channel, 1 the first; null: not suggested. */
        rank: z.int().nullable(),
      }),
    ),
  }),
  problems: ['conversation.not_found'],
});

/** The ways to answer, computed again: a window may have closed since the page was opened. */
export const listWays = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId/ways',
  access: 'member',
  summary: 'Channels on which the contact can be answered now.',
  params: OfConversation,
  reply: z.object({ ways: z.array(AnswerWay), conversation: Conversation, at: Instant }),
  problems: ['conversation.not_found'],
});
