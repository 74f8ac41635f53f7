import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Language } from '#contract/primitives.ts';
import { ContactTexts } from '#contract/texts/calls.ts';
import { LONGEST_TEXT } from '#contract/texts/values.ts';
import { ChatbotId, ChatbotPlace } from './calls.ts';
import {
  LONGEST_CHATBOT_TITLE,
  LONGEST_SCRIPT_BUTTON,
  LONGEST_SCRIPT_REASON,
  LONGEST_SCRIPT_WAIT_SECONDS,
  LONGEST_SCRIPT_WORDS,
  MAX_SCRIPT_BUTTONS,
  MAX_SCRIPT_STEPS,
  MAX_SCRIPT_TRIGGERS,
  MAX_SCRIPT_WORDS,
  SCRIPT_ISSUES,
  UNREADY,
} from './values.ts';

/** Names a step or a button within its bot. */
export const ScriptKey = z.string().regex(/^[a-z0-9]{1,12}$/, { error: 'format' });
export type ScriptKey = z.infer<typeof ScriptKey>;

/** The step that something leads to. Null: not chosen yet; for a trigger, the first step. */
const Target = ScriptKey.nullable().default(null);

const Words = z
  .array(z.string().trim().min(1, { error: 'required' }).max(LONGEST_SCRIPT_WORDS, { error: 'too_long' }))
  .min(1, { error: 'required' })
  .max(MAX_SCRIPT_WORDS, { error: 'too_numerous' });

/** Work hours of some weekdays, by the clock of the bot's branch, else of the cabinet. All other time is outside them. */
export const WorkWeek = z
  .object({
    /** ISO, 1 Monday … 7 Sunday. */
    weekdays: z.array(z.int().min(1).max(7)).max(7),
    /** Minutes from midnight. */
    fromMinute: z.int().min(0).max(1_439),
    untilMinute: z.int().min(1).max(1_440),
  })
  .refine(({ fromMinute, untilMinute }) => fromMinute < untilMinute, { path: ['untilMinute'], error: 'range' });
export type WorkWeek = z.infer<typeof WorkWeek>;

/** A message that starts a bot, and the step it starts at. */
export const ScriptTrigger = z.discriminatedUnion('kind', [
  /** Any of the words and phrases stands in the message, as whole words. */
  z.object({ kind: z.literal('words'), words: Words, stepId: Target }),
  /** The contact tapped a button with one of these titles, e.g. under a mailing. */
  z.object({ kind: z.literal('button'), words: Words, stepId: Target }),
  /** The contact writes for the first time. */
  z.object({ kind: z.literal('first_message'), stepId: Target }),
  /** Once until the business opens again. */
  z.object({ kind: z.literal('outside_hours'), hours: WorkWeek, stepId: Target }),
]);
export type ScriptTrigger = z.infer<typeof ScriptTrigger>;

const Texts = ContactTexts;

/** A button of a message. The number of its place, and its title in words, answer too. */
export const ScriptButton = z.object({
  id: ScriptKey,
  title: z.string().trim().min(1, { error: 'required' }).max(LONGEST_SCRIPT_BUTTON, { error: 'too_long' }),
  stepId: Target,
});
export type ScriptButton = z.infer<typeof ScriptButton>;

/** A step of a bot. After it comes the next of the list, where nothing else is said. */
export const ScriptStep = z.discriminatedUnion('kind', [
  /** With buttons it is a menu: the bot waits for an answer. */
  z.object({
    id: ScriptKey,
    kind: z.literal('message'),
    texts: Texts,
    buttons: z.array(ScriptButton).max(MAX_SCRIPT_BUTTONS, { error: 'too_many_buttons' }).default([]),
  }),
  /** The rest is dropped when the contact or a person writes meanwhile. */
  z.object({
    id: ScriptKey,
    kind: z.literal('wait'),
    seconds: z.int().min(1, { error: 'range' }).max(LONGEST_SCRIPT_WAIT_SECONDS, { error: 'range' }),
  }),
  /** Asks for the branch, by buttons; left out where there is one branch alone. */
  z.object({ id: ScriptKey, kind: z.literal('branch'), texts: Texts }),
  z.object({ id: ScriptKey, kind: z.literal('go'), stepId: Target }),
  /** The conversation waits for a person. Members read the reason, the contact the text. */
  z.object({
    id: ScriptKey,
    kind: z.literal('person'),
    texts: Texts.nullable().default(null),
    reason: z.string().trim().max(LONGEST_SCRIPT_REASON, { error: 'too_long' }).default(''),
  }),
  /** Leaves the talk to the assistants of the cabinet. */
  z.object({ id: ScriptKey, kind: z.literal('assistant') }),
  z.object({ id: ScriptKey, kind: z.literal('end') }),
]);
export type ScriptStep = z.infer<typeof ScriptStep>;

/** The part of a bot that answers follow. */
export const Script = z.object({
  triggers: z.array(ScriptTrigger).max(MAX_SCRIPT_TRIGGERS, { error: 'too_numerous' }).default([]),
  steps: z.array(ScriptStep).max(MAX_SCRIPT_STEPS, { error: 'too_numerous' }).default([]),
});
export type Script = z.infer<typeof Script>;

/** A bot that answers words, buttons and times by the owner's steps. One that is off may be unfinished. */
export const ScriptBotSettings = ChatbotPlace.extend({
  title: z.string().trim().min(1, { error: 'required' }).max(LONGEST_CHATBOT_TITLE, { error: 'too_long' }),
  isEnabled: z.boolean().default(false),
  ...Script.shape,
});
export type ScriptBotSettings = z.infer<typeof ScriptBotSettings>;

const ScriptBot = z.object({ id: ChatbotId, settings: ScriptBotSettings, version: z.int() });
const OfScriptBot = z.object({ scriptBotId: ChatbotId });

export const getScriptBot = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/script/:scriptBotId',
  access: 'member',
  summary: 'A bot that answers by the steps of its owner.',
  params: OfScriptBot,
  reply: ScriptBot,
  problems: ['chatbot.not_found'],
});

export const saveScriptBot = endpoint({
  method: 'PUT',
  path: '/api/v1/chatbots/script/:scriptBotId',
  access: 'member',
  summary: 'Changes a bot that answers by steps.',
  params: OfScriptBot,
  body: z.object({
    settings: ScriptBotSettings,
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: ScriptBot,
  problems: ['chatbot.not_found', 'chatbot.changed_meanwhile', ...UNREADY],
});

export const createScriptBot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/script',
  access: 'member',
  summary: 'Adds a bot that answers by steps.',
  takesIdempotencyKey: true,
  body: z.object({ settings: ScriptBotSettings }),
  reply: ScriptBot,
  problems: ['chatbot.limit_reached', ...UNREADY],
});

/** A reason for which a bot cannot be switched on. */
export const ScriptIssue = z.object({
  code: z.enum(SCRIPT_ISSUES),
  /** The step it is about, from 0; null: the bot, or a trigger. */
  step: z.int().nullable(),
});
export type ScriptIssue = z.infer<typeof ScriptIssue>;

/** `person`, `assistant`: the talk is theirs. `none`: the bot does not answer this message. */
export const ScriptEffect = z.enum(['answered', 'person', 'assistant', 'none']);
export type ScriptEffect = z.infer<typeof ScriptEffect>;

/** Takes unsaved settings, and sends nothing. */
export const tryScriptBot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/script/try',
  access: 'member',
  summary: 'The replies of a bot to messages of an invented contact.',
  ratePerMinute: 120,
  body: z.object({
    settings: ScriptBotSettings,
    /** Absent: the cabinet's language for customers. */
    language: Language.optional(),
    /** Messages of the contact in their order: words, or the id of a tapped button. */
    messages: z
      .array(z.union([z.object({ button: z.string().max(100) }), z.object({ text: z.string().max(LONGEST_TEXT) })]))
      .max(20),
    /** The messages come outside work hours. */
    isOutsideHours: z.boolean().default(false),
  }),
  reply: z.object({
    /** By message. */
    replies: z.array(
      z.object({
        messages: z.array(
          z.object({
            text: z.string(),
            buttons: z.array(z.object({ id: z.string(), title: z.string() })),
            /** The pause before it. */
            waitSeconds: z.int(),
          }),
        ),
        effect: ScriptEffect,
      }),
    ),
    issues: z.array(ScriptIssue),
    /** Variables of the texts that the bot cannot fill. */
    unknownVariables: z.array(z.string()),
  }),
});
