import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { MODEL_CHOICES } from '#contract/models/values.ts';
import { Language, Phone } from '#contract/primitives.ts';
import { FileId } from '#contract/texts/calls.ts';
import { HandoffDestination } from './destination.ts';
import { FlowerShopPlugin } from './flower-shop/settings.ts';
import { RestPlugin } from './rest-settings.ts';
import {
  FOLLOW_UP_MINUTES,
  LONGEST_INSTRUCTION,
  MAX_FOLLOW_UPS,
  MAX_HANDOFF_NOTICES,
  MAX_PHRASES,
  MAX_SENT_FILES,
  MAX_WORK_SPANS,
  PAUSE_MINUTES,
  QUIET_SECONDS,
} from './values.ts';

const Sentence = z.string().trim().max(1_000, { error: 'too_long' });
const NeededSentence = Sentence.min(1, { error: 'required' });
const Phrases = z
  .array(z.string().trim().min(2, { error: 'required' }).max(100, { error: 'too_long' }))
  .max(MAX_PHRASES)
  .default([]);

/** Hours of one weekday, in minutes from midnight of the cabinet's zone. Hours past midnight belong to the next day. */
export const WorkDay = z
  .object({
    /** ISO, 1 Monday … 7 Sunday. */
    weekday: z.int().min(1).max(7),
    fromMinute: z.int().min(0).max(1_439),
    untilMinute: z.int().min(1).max(1_440),
  })
  .refine(({ fromMinute, untilMinute }) => fromMinute < untilMinute, { path: ['untilMinute'], error: 'range' });
export type WorkDay = z.infer<typeof WorkDay>;

/** One half of the week for an assistant: the work hours, or the time outside them. */
const Shift = z.object({
  isAnswering: z.boolean().default(true),
  /** Added to the instruction in this time, e.g. "Promise an answer of the manager in the morning." */
  instruction: Sentence.default(''),
});

/** When the assistant answers. Without days, all time is work time. */
const WorkHours = z.object({
  days: z.array(WorkDay).max(MAX_WORK_SPANS).default([]),
  inside: Shift.prefault({}),
  outside: Shift.prefault({}),
});

/** A message to the owner when the work hours begin: who wrote in the night, and who needs a person. */
const MorningSummary = z
  .object({ isOn: z.boolean().default(false), phone: Phone.nullable().default(null) })
  .refine(({ isOn, phone }) => !isOn || phone !== null, { path: ['phone'], error: 'required' });

/** One reason to hand over. */
export const HandoffNotice = z.object({
  /** In the owner's words, read by the model: "The client complains or wants a refund". */
  when: NeededSentence,
  /** Null: members see it in conversations alone. */
  to: HandoffDestination.nullable().default(null),
  /** The contact gets this text; the model's own words are not sent. */
  answer: NeededSentence,
  /** May have `{clientName}`, `{clientPhone}`, `{summary}`, `{conversationLink}`. */
  notice: NeededSentence,
  /** The assistant is silent for the pause. */
  stopsDialogue: z.boolean().default(true),
});
export type HandoffNotice = z.infer<typeof HandoffNotice>;

export const HumanHandoff = z.object({
  notices: z.array(HandoffNotice).max(MAX_HANDOFF_NOTICES).default([]),
  /** A contact's or member's message that ends the pause, and one that begins it; they may not coincide. */
  startPhrases: Phrases,
  stopPhrases: Phrases,
  pauseMinutes: z.int().min(PAUSE_MINUTES.min).max(PAUSE_MINUTES.max).default(PAUSE_MINUTES.default),
});
export type HumanHandoff = z.infer<typeof HumanHandoff>;

/** Changes that contacts may make in the booking system through the assistant. */
export const SalonPlugin = z.object({
  /** Empty: every branch of the assistant. */
  branchIds: z.array(BranchId).max(50).default([]),
  books: z.boolean().default(true),
  moves: z.boolean().default(true),
  cancels: z.boolean().default(true),
});
export type SalonPlugin = z.infer<typeof SalonPlugin>;

export const SentFile = z.object({
  fileId: FileId,
  title: z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' }),
  /** When to send it, in the owner's words. */
  when: NeededSentence,
});
const SendFilePlugin = z.object({ files: z.array(SentFile).max(MAX_SENT_FILES).default([]) });
export type SendFilePlugin = z.infer<typeof SendFilePlugin>;

/** One more message to a client who is silent. */
const FollowUp = z.object({
  /** Since the last message of the assistant. */
  afterMinutes: z.int().min(FOLLOW_UP_MINUTES.min).max(FOLLOW_UP_MINUTES.max).default(FOLLOW_UP_MINUTES.default),
  /** May have `{clientName}`. */
  text: NeededSentence,
  /** The model goes on with the talk in its own words; `text` is sent where it cannot. */
  isWritten: z.boolean().default(false),
});

/** Messages to a client who is silent after an answer of the assistant; any message ends them. */
const FollowUpPlugin = z.object({ steps: z.array(FollowUp).max(MAX_FOLLOW_UPS).default([]) });
export type FollowUpPlugin = z.infer<typeof FollowUpPlugin>;

/** Appointments with doctors in the clinic's system, by a connection of the cabinet. */
export const MedflexPlugin = z.object({
  /** The connection whose account books; null: the first one. */
  connectionId: ConnectionId.nullable().default(null),
  /** Branches of the clinic by the vendor's ids; empty: all. */
  lpuIds: z
    .array(z.string().regex(/^[\w-]{1,40}$/))
    .max(50)
    .default([]),
  books: z.boolean().default(true),
  cancels: z.boolean().default(true),
  /** Text that a contact agrees to before a booking; empty: our text in the language of the talk. */
  consentText: Sentence.default(''),
});
export type MedflexPlugin = z.infer<typeof MedflexPlugin>;

/** By the names of the specification; null: switched off. */
export const AssistantPlugins = z.object({
  human_handoff: HumanHandoff.nullable().default(null),
  yclients_salon: SalonPlugin.nullable().default(null),
  altegio_salon: SalonPlugin.nullable().default(null),
  medflex: MedflexPlugin.nullable().default(null),
  send_file: SendFilePlugin.nullable().default(null),
  follow_up: FollowUpPlugin.nullable().default(null),
  rest: RestPlugin.nullable().default(null),
  flower_shop: FlowerShopPlugin.nullable().default(null),
});
export type AssistantPlugins = z.infer<typeof AssistantPlugins>;

/** Everything that is published together. */
export const AssistantSettings = z.object({
  /** Null: the contact's own. */
  language: Language.nullable().default(null),
  instruction: z.string().trim().max(LONGEST_INSTRUCTION, { error: 'too_long' }).default(''),
  /** 0: always the likeliest words; 1: varied. */
  temperature: z.number().min(0).max(1).default(0.3),
  model: z.enum(MODEL_CHOICES).default('balanced'),
  workHours: WorkHours.prefault({}),
  morningSummary: MorningSummary.prefault({}),
  /** Empty: every channel on which contacts can write. */
  channelIds: z.array(ChannelId).max(50).default([]),
  /** Empty: every branch. */
  branchIds: z.array(BranchId).max(50).default([]),
  quietSeconds: z.int().min(QUIET_SECONDS.min).max(QUIET_SECONDS.max).default(QUIET_SECONDS.default),
  plugins: AssistantPlugins.prefault({}),
});
export type AssistantSettings = z.infer<typeof AssistantSettings>;
