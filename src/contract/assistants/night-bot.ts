import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Phone, TimeZone, WebAddress } from '#contract/primitives.ts';
import { Assistant, AssistantId, AssistantParams } from './calls.ts';
import { WorkDay } from './settings.ts';
import {
  LONGEST_NIGHT_BOT_FIELD,
  MAX_SOCIAL_LINKS,
  MAX_WORK_SPANS,
  NIGHT_BOT_STEPS,
  PAYMENT_METHODS,
  SUMMARY_OUTCOMES,
} from './values.ts';

const Line = z.string().trim().max(LONGEST_NIGHT_BOT_FIELD, { error: 'too_long' });
const NeededLine = Line.min(1, { error: 'required' });
const Link = z.union([z.literal(''), WebAddress.max(LONGEST_NIGHT_BOT_FIELD, { error: 'too_long' })], { error: 'url' });
const PaymentMethods = z.array(z.enum(PAYMENT_METHODS)).max(PAYMENT_METHODS.length);

/** The answers that a night bot is made of. Empty texts: the business has none of it. */
export const NightBot = z.object({
  /** Null: every branch. */
  branchId: BranchId.nullable(),
  channelId: ChannelId.nullable().refine((id) => id !== null, { error: 'required' }),
  botName: NeededLine.max(80, { error: 'too_long' }),
  businessName: NeededLine,
  address: Line,
  /** When people answer themselves; the bot answers in the rest of the week. */
  days: z.array(WorkDay).min(1, { error: 'required' }).max(MAX_WORK_SPANS),
  bookingLink: Link,
  mapLink: Link,
  socialLinks: z.array(Link).max(MAX_SOCIAL_LINKS, { error: 'too_numerous' }),
  paymentMethods: PaymentMethods,
  /** The number that gets the summary in the morning; empty: nobody does. */
  notifyPhone: z.union([z.literal(''), Phone], { error: 'phone' }),
});
export type NightBot = z.infer<typeof NightBot>;

/** Answers so far, which need not be right yet. */
export const NightBotAnswers = NightBot.extend({
  channelId: ChannelId.nullable(),
  botName: Line,
  businessName: Line,
  days: z.array(WorkDay).max(MAX_WORK_SPANS),
  bookingLink: Line,
  mapLink: Line,
  socialLinks: z.array(Line).max(MAX_SOCIAL_LINKS),
  notifyPhone: Line,
});
export type NightBotAnswers = z.infer<typeof NightBotAnswers>;

const Step = z.int().min(1).max(NIGHT_BOT_STEPS);

const path = '/api/v1/assistants/night-bot';

/** Without answers of the member, the fields have what the cabinet knows. */
export const getNightBotDraft = endpoint({
  method: 'GET',
  path,
  access: 'member',
  summary: "The member's answers to the questions of a night bot so far, and what can be chosen.",
  reply: z.object({
    step: Step,
    answers: NightBotAnswers,
    /** The bot was made of the answers, and is not published yet. */
    assistantId: AssistantId.nullable(),
    branches: z.array(
      z.object({
        id: BranchId,
        title: z.string(),
        address: z.string().nullable(),
        mapLink: z.string().nullable(),
        /** Clients can be booked by the bot. */
        takesBookings: z.boolean(),
      }),
    ),
    /** Channels of WhatsApp; where there are none, the others on which contacts can write. */
    channels: z.array(z.object({ id: ChannelId, title: z.string(), kind: ChannelKind })),
  }),
});

export const saveNightBotDraft = endpoint({
  method: 'PUT',
  path,
  access: 'member',
  summary: 'Keeps answers to the questions of a night bot, to go on with them later.',
  body: z.object({ step: Step, answers: NightBotAnswers }),
});

/** Repeated with the same answers before it is published, it returns the same assistant. */
export const createNightBot = endpoint({
  method: 'POST',
  path,
  access: 'member',
  summary: 'Makes an assistant that answers outside the work hours, as a draft.',
  takesIdempotencyKey: true,
  body: NightBot,
  reply: Assistant,
  problems: ['assistant.limit_reached', 'night_bot.no_night', 'branch.not_found', 'channel.not_found'],
});

export const restartNightBot = endpoint({
  method: 'DELETE',
  path,
  access: 'member',
  summary: "Begins the member's answers anew; a bot that was made of them stays.",
});

/** When the draft of an assistant begins to answer, and its summaries of nights. */
export const getMorningSummary = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/morning-summary',
  access: 'member',
  summary: 'When an assistant answers by its hours, when its next summary is due, and how the last one ended.',
  params: AssistantParams,
  reply: z.object({
    timeZone: TimeZone,
    /** It answers at this time of the week. */
    isAnsweringNow: z.boolean(),
    /** When it next begins to answer; null: it always answers, or never does. */
    beginsAt: Instant.nullable(),
    /** When the next night ends; null: the hours leave no night. */
    nextAt: Instant.nullable(),
    last: z
      .object({
        at: Instant,
        outcome: z.enum(SUMMARY_OUTCOMES),
        /** Contacts who wrote in the night. */
        writers: z.int(),
        phone: z.string().nullable(),
      })
      .nullable(),
  }),
  problems: ['assistant.not_found'],
});
