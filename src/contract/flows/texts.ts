import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { FlowOutcome } from './bulk.ts';
import { FlowFilter } from './list.ts';
import { MAX_FLOWS_AT_ONCE } from './values.ts';
import { FlowId, FlowKind, FlowMode, FlowStatus } from './calls.ts';
import { Cursor, pageOf } from '#contract/primitives.ts';
import { TextChange, TextReplacement } from '#contract/texts/replacements.ts';

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
      .max(MAX_FLOWS_AT_ONCE, { error: 'too_long' }),
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
