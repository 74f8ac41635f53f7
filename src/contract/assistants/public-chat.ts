import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { AssistantParams } from './calls.ts';
import {
  CHAT_CLOSED_REASONS,
  DAILY_CHAT_MESSAGES,
  LONGEST_GREETING,
  LONGEST_READY_QUESTION,
  MAX_CHAT_SITES,
  MAX_READY_QUESTIONS,
  isSiteOrigin,
} from './public-chat-values.ts';

/** The owner's choices about the page on which anybody may write to an assistant. They hold at once. */
export const PublicChatSettings = z.object({
  isOn: z.boolean(),
  /** Shown before the first message; empty: a sentence of ours in the visitor's language. */
  greeting: z.string().trim().max(LONGEST_GREETING, { error: 'too_long' }),
  questions: z
    .array(z.string().trim().min(1, { error: 'required' }).max(LONGEST_READY_QUESTION, { error: 'too_long' }))
    .max(MAX_READY_QUESTIONS),
  /** Origins that may show the page in a frame, e.g. `https://salon.ru`; none: it opens by its link alone. */
  sites: z.array(z.string().refine(isSiteOrigin, { error: 'url' })).max(MAX_CHAT_SITES),
  /** Most messages of visitors on one day of the cabinet. */
  dailyMessages: z.int().min(DAILY_CHAT_MESSAGES.min, { error: 'range' }).max(DAILY_CHAT_MESSAGES.max, {
    error: 'range',
  }),
});
export type PublicChatSettings = z.infer<typeof PublicChatSettings>;

export const PublicChat = PublicChatSettings.extend({
  /** The address of the page. */
  pageUrl: z.string(),
  /** The address of the script that adds a button with the chat to a site. */
  scriptUrl: z.string(),
  messagesToday: z.int(),
  /** Why visitors cannot write now; null: they can. */
  closedReason: z.enum(CHAT_CLOSED_REASONS).nullable(),
});
export type PublicChat = z.infer<typeof PublicChat>;

export const getPublicChat = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/public-chat',
  access: 'member',
  summary: 'The public chat of an assistant: its page, its limits, and whether visitors can write now.',
  params: AssistantParams,
  reply: PublicChat,
  problems: ['assistant.not_found'],
});

export const savePublicChat = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId/public-chat',
  access: 'member',
  summary: 'Changes the public chat of an assistant. The first one that is switched on adds the channel of web chats.',
  params: AssistantParams,
  body: PublicChatSettings,
  reply: PublicChat,
  problems: ['assistant.not_found'],
});
