import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FlowOutcome } from './flow-bulk.ts';
import { FlowFilter } from './flow-list.ts';
import { MOST_FLOWS_AT_ONCE, REPLACE_TROUBLES } from './flows-values.ts';
import { FlowId, FlowKind, FlowMode, FlowStatus } from './flows.ts';
import { Cursor, pageOf } from './primitives.ts';

/** The text to find in flows, and its replacement. */
export const TextReplacement = z.object({
  find: z.string().min(1, { error: 'required' }).max(300, { error: 'too_long' }),
  replaceWith: z.string().max(1024, { error: 'too_long' }),
  isWholeWord: z.boolean().default(false),
  isCaseSensitive: z.boolean().default(false),
});
export type TextReplacement = z.infer<typeof TextReplacement>;

export const ReplaceTrouble = z.enum(REPLACE_TROUBLES);
export type ReplaceTrouble = z.infer<typeof ReplaceTrouble>;

/** One text of a flow, before and after. */
export const TextChange = z.object({
  /** A path as in the changes of versions: `title`, `content.texts.default`, `content.buttons.url.title`, `options.reviewUrl`. */
  path: z.string(),
  before: z.string(),
  after: z.string(),
  /** Matches in `before`, and the replacements in `after`: start and length in characters. */
  found: z.array(z.tuple([z.int(), z.int()])),
  put: z.array(z.tuple([z.int(), z.int()])),
  /** Why the result cannot be saved; null when it can. */
  trouble: ReplaceTrouble.nullable(),
  /** For `too_long`: the maximum number of characters. For `unknown_variable`: the names. */
  limit: z.int().nullable(),
  names: z.array(z.string()),
});
export type TextChange = z.infer<typeof TextChange>;

export const FlowTextChanges = z.object({
  flowId: FlowId,
  title: z.string(),
  kind: FlowKind,
  status: FlowStatus,
  mode: FlowMode,
  /** Sent back when the changes are applied. */
  version: z.int(),
  changes: z.array(TextChange),
});
export type FlowTextChanges = z.infer<typeof FlowTextChanges>;

export const findFlowTexts = endpoint({
  method: 'POST',
  path: '/api/v1/flows/texts/find',
  access: 'member',
  summary:
    'Finds a text in titles, messages, buttons, addresses and template parameters, and shows what replacing it would make.',
  body: TextReplacement.extend({
    ...FlowFilter.shape,
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(100).default(30),
  }),
  reply: pageOf(FlowTextChanges),
});

/** Each flow by itself: a text that would exceed a limit, or a flow that another member saved meanwhile, is refused. */
export const replaceFlowTexts = endpoint({
  method: 'POST',
  path: '/api/v1/flows/texts/replace',
  access: 'member',
  summary: 'Replaces a text in the chosen places; each flow gets one new version.',
  takesIdempotencyKey: true,
  body: TextReplacement.extend({
    flows: z
      .array(
        z.object({
          flowId: FlowId,
          baseVersion: z.int(),
          paths: z.array(z.string().max(200)).min(1, { error: 'required' }).max(200),
        }),
      )
      .min(1, { error: 'required' })
      .max(MOST_FLOWS_AT_ONCE, { error: 'too_long' }),
  }),
  reply: z.object({
    outcomes: z.array(
      FlowOutcome.extend({
        /** The version after the change. */
        version: z.int(),
      }),
    ),
  }),
});
