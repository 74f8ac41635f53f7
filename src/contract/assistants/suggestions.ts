import { z } from 'zod';
import { ConversationId } from '#contract/conversations/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { AssistantId } from './calls.ts';
import { LONGEST_HINT, SUGGESTION_GAPS } from './values.ts';

/** Nothing is sent, booked or recorded in the conversation. */
export const suggestReply = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:conversationId/suggestion',
  access: 'member',
  requires: 'assistants',
  summary: 'Writes a reply to the contact for a member to send, by a published assistant; it may take up to a minute.',
  takesIdempotencyKey: true,
  params: z.object({ conversationId: ConversationId }),
  body: z.object({
    /** The content in the member's words: "offer Thursday, politely". */
    hint: z.string().trim().max(LONGEST_HINT, { error: 'too_long' }).default(''),
  }),
  reply: z.object({
    /** Null: there is none, see `gap`. */
    text: z.string().nullable(),
    gap: z.enum(SUGGESTION_GAPS).nullable(),
    assistant: z.object({ id: AssistantId, title: z.string() }),
    /** Sources of the knowledge it was given. */
    sources: z.array(z.string()),
  }),
  problems: ['conversation.not_found', 'assistant.none_published', 'assistant.nothing_to_answer'],
});
