import { z } from 'zod';
import { textCalls } from '#contract/senders/texts.ts';
import { TextChange } from '#contract/texts/replacements.ts';
import { FlowOutcome } from './bulk.ts';
import { FlowId, FlowKind, FlowMode, FlowStatus } from './calls.ts';
import { FlowFilter } from './list.ts';
import { FLOW_WIRE } from './wire.ts';

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

export const { findTexts: findFlowTexts, replaceTexts: replaceFlowTexts } = textCalls(FLOW_WIRE, {
  summaries: {
    find: 'Finds a text in titles, messages, buttons, addresses and template parameters, and shows what replacing it would make.',
    replace: 'Replaces a text in the chosen places; each flow gets one new version.',
  },
  filter: FlowFilter.shape,
  found: FlowTextChanges,
  outcome: FlowOutcome,
});
