import { z } from 'zod';
import {
  LONGEST_REPLY_INSTRUCTION,
  LONGEST_REPLY_SIGNATURE,
  LONGEST_REPLY_TEMPLATE,
  MAX_REPLY_RULES,
  MAX_REPLY_TEMPLATES,
  REPLY_DELAY,
  REPLY_TONES,
  REPLY_VARIABLES,
  REPLY_WAYS,
  REVIEW_SOURCES,
  REVIEW_TEXTS,
} from './values.ts';

const Stars = z.int().min(1).max(5);

/** A text with `{clientName}` and `{businessName}`. A review without a name leaves the name out. */
export const ReplyTemplate = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(LONGEST_REPLY_TEMPLATE, { error: 'too_long' })
  .refine((text) => variablesIn(text).every(isReplyVariable), { error: 'reply_variable' });

/** Which reviews are replied to, and how. The first rule that takes a review replies to it. */
export const ReplyRule = z
  .object({
    /** Made by the editor, and kept: templates are used in turn by rule. */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    /** Null: every source of the widget. */
    source: z.enum(REVIEW_SOURCES).nullable(),
    starsFrom: Stars,
    starsTo: Stars,
    text: z.enum(REVIEW_TEXTS),
    way: z.enum(REPLY_WAYS),
    /** Used in turn. Of a rule with a model: offered to a person where the model could not write. */
    templates: z.array(ReplyTemplate).max(MAX_REPLY_TEMPLATES, { error: 'too_numerous' }),
  })
  .refine(({ starsFrom, starsTo }) => starsFrom <= starsTo, { path: ['starsTo'], error: 'range' })
  .refine(({ way, templates }) => way === 'model' || templates.length > 0, { path: ['templates'], error: 'required' });
export type ReplyRule = z.infer<typeof ReplyRule>;

/** Settings of a widget that replies to reviews. */
export const ReplyWidgetSettings = z.object({
  sources: z
    .array(z.enum(REVIEW_SOURCES))
    .min(1, { error: 'required' })
    .max(REVIEW_SOURCES.length)
    .refine((sources) => new Set(sources).size === sources.length, { error: 'repeated' }),
  rules: z
    .array(ReplyRule)
    .min(1, { error: 'required' })
    .max(MAX_REPLY_RULES, { error: 'too_numerous' })
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, { error: 'repeated' }),
  /** For the model, in the owner's words. */
  instruction: z.string().trim().max(LONGEST_REPLY_INSTRUCTION, { error: 'too_long' }),
  tone: z.enum(REPLY_TONES),
  /** The last line of each reply; empty: none. */
  signature: z.string().trim().max(LONGEST_REPLY_SIGNATURE, { error: 'too_long' }),
  /** Minutes; reviews of our own page alone. */
  delayMinutes: z.int().min(REPLY_DELAY.least, { error: 'range' }).max(REPLY_DELAY.most, { error: 'range' }),
  /** Replies to reviews with fewer stars are approved by a person. 1: none, 6: all. */
  approvalBelow: z.int().min(1).max(6),
});
export type ReplyWidgetSettings = z.infer<typeof ReplyWidgetSettings>;

/** Names in braces, in their order. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/gu)].map(([, name = '']) => name);
}

const isReplyVariable = (name: string) => REPLY_VARIABLES.some((one) => one === name);
