import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Language } from '#contract/primitives.ts';
import { ContactTexts } from '#contract/texts/calls.ts';
import { LONGEST_TEXT } from '#contract/texts/values.ts';
import { CHATBOT_KINDS, LONGEST_CHATBOT_TITLE, TRIAL_EFFECTS, UNREADY } from './values.ts';

export const ChatbotId = z.uuid().brand<'ChatbotId'>();
export type ChatbotId = z.infer<typeof ChatbotId>;

export const ChatbotKind = z.enum(CHATBOT_KINDS);
export type ChatbotKind = z.infer<typeof ChatbotKind>;

/** The visits and conversations that a bot answers about. The most exact bot of a place answers there. */
export const ChatbotPlace = z.object({
  /** Null: every branch. */
  branchId: BranchId.nullable().default(null),
  /** Null: every channel. */
  channelId: ChannelId.nullable().default(null),
});
export type ChatbotPlace = z.infer<typeof ChatbotPlace>;

/** A chatbot in the list. */
export const Chatbot = z.object({
  id: ChatbotId,
  kind: ChatbotKind,
  /** Empty for the main one of a kind, until the owner names it. */
  title: z.string(),
  isEnabled: z.boolean(),
  /** It cannot be removed, and answers everywhere where no other does. */
  isMain: z.boolean(),
  branchId: BranchId.nullable(),
  branchTitle: z.string().nullable(),
  /** Null: every channel. `phone` is the channel's address: a number in E.164, or the name of a bot. */
  channel: z.object({ id: ChannelId, kind: ChannelKind, title: z.string(), phone: z.string() }).nullable(),
});
export type Chatbot = z.infer<typeof Chatbot>;

export const listChatbots = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots',
  access: 'member',
  summary: 'Every chatbot of the cabinet, the main one first.',
  reply: z.object({ chatbots: z.array(Chatbot) }),
});

const OfChatbot = z.object({ chatbotId: ChatbotId });

export const switchChatbot = endpoint({
  method: 'PUT',
  path: '/api/v1/chatbots/:chatbotId/enabled',
  access: 'member',
  summary: 'Switches a chatbot on or off. Where one is off, members answer.',
  params: OfChatbot,
  body: z.object({ isEnabled: z.boolean() }),
  problems: ['chatbot.not_found', ...UNREADY],
});

export const deleteChatbot = endpoint({
  method: 'DELETE',
  path: '/api/v1/chatbots/:chatbotId',
  access: 'member',
  summary: 'Removes a chatbot; the next exact bot of its place answers then.',
  params: OfChatbot,
  problems: ['chatbot.not_found', 'chatbot.is_main'],
});

/** For Undo. */
export const restoreChatbot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/restore',
  access: 'member',
  summary: 'Takes the removal of a chatbot back.',
  params: OfChatbot,
  problems: ['chatbot.not_found', 'chatbot.place_taken', 'chatbot.limit_reached', 'chatbot.trigger_taken'],
});

const Texts = ContactTexts;

/** The part of a booking bot that its replies and changes follow. */
export const BookingReplies = z.object({
  /** True: a cancelled visit is removed from the journal. False: it stays there, marked as a visit that the client missed. */
  removeOnCancel: z.boolean().default(true),
  /** Replies to a contact who confirmed, and to one who cancelled; null: the ready-made text. */
  confirmTexts: Texts.nullable().default(null),
  cancelTexts: Texts.nullable().default(null),
});
export type BookingReplies = z.infer<typeof BookingReplies>;

/** How visits are confirmed and cancelled. The main bot answers everywhere, and has an empty title. */
export const BookingBotSettings = ChatbotPlace.extend({
  title: z.string().trim().max(LONGEST_CHATBOT_TITLE, { error: 'too_long' }),
  isEnabled: z.boolean().default(true),
  ...BookingReplies.shape,
});
export type BookingBotSettings = z.infer<typeof BookingBotSettings>;

const BookingBot = z.object({
  id: ChatbotId,
  isMain: z.boolean(),
  settings: BookingBotSettings,
  version: z.int(),
  /** The ready-made texts that are sent where the owner has written none. */
  usual: z.object({ confirmTexts: Texts, cancelTexts: Texts }),
});

export const getBookingBot = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/booking/:chatbotId',
  access: 'member',
  summary: 'A bot that confirms and cancels visits.',
  params: OfChatbot,
  reply: BookingBot,
  problems: ['chatbot.not_found'],
});

export const saveBookingBot = endpoint({
  method: 'PUT',
  path: '/api/v1/chatbots/booking/:chatbotId',
  access: 'member',
  summary: 'Changes a bot that confirms and cancels visits.',
  params: OfChatbot,
  body: z.object({
    settings: BookingBotSettings,
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: BookingBot,
  problems: ['chatbot.not_found', 'chatbot.changed_meanwhile', 'chatbot.place_taken'],
});

export const createBookingBot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/booking',
  access: 'member',
  summary: 'Adds a bot for the visits of a branch or the conversations of a channel.',
  takesIdempotencyKey: true,
  body: z.object({ settings: BookingBotSettings }),
  reply: BookingBot,
  problems: ['chatbot.place_taken', 'chatbot.limit_reached'],
});

export const TrialEffect = z.enum(TRIAL_EFFECTS);
export type TrialEffect = z.infer<typeof TrialEffect>;

/** Takes unsaved settings, and sends nothing. */
export const tryBookingBot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/booking/try',
  access: 'member',
  summary: 'The replies of a bot to messages about an invented visit.',
  ratePerMinute: 120,
  body: z.object({
    settings: BookingBotSettings,
    /** Absent: the cabinet's language for customers. */
    language: Language.optional(),
    /** Messages of the contact in their order: words, or a tap. At first the visit waits for an answer. */
    messages: z
      .array(z.union([z.enum(['confirm', 'cancel']), z.object({ text: z.string().max(LONGEST_TEXT) })]))
      .max(20),
  }),
  reply: z.object({
    /** The reminder that the contact answers. */
    reminder: z.object({ text: z.string(), buttons: z.array(z.string()) }),
    /** By message; `text` null: the bot sends nothing. */
    replies: z.array(z.object({ text: z.string().nullable(), effect: TrialEffect })),
    /** Variables of the texts that the bot cannot fill. */
    unknownVariables: z.array(z.string()),
  }),
});
