import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { MAX_FLOWS_AT_ONCE } from './values.ts';
import { FlowId, FlowMode, TypedPhones } from './calls.ts';

/** Result for one flow of a bulk change. */
export const FlowOutcome = z.object({
  flowId: FlowId,
  title: z.string(),
  isDone: z.boolean(),
  /** The refusal; its code and details equal those of the call for one flow. */
  problem: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
});
export type FlowOutcome = z.infer<typeof FlowOutcome>;

const FlowIds = z
  .array(FlowId)
  .min(1, { error: 'required' })
  .max(MAX_FLOWS_AT_ONCE, { error: 'too_long' })
  .overwrite((ids) => [...new Set(ids)]);

/** One change of many flows. */
export const BulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause'), flowIds: FlowIds }),
  z.object({ action: z.literal('continue'), flowIds: FlowIds }),
  z.object({ action: z.literal('delete'), flowIds: FlowIds }),
  z.object({ action: z.literal('restore'), flowIds: FlowIds }),
  z.object({ action: z.literal('mode'), flowIds: FlowIds, mode: FlowMode }),
  /** As typed, separated by commas; empty: the cabinet's own. */
  z.object({ action: z.literal('test_phones'), flowIds: FlowIds, testPhones: TypedPhones }),
]);
export type BulkChange = z.infer<typeof BulkChange>;

/**
 * Applies one change to many flows, each by itself: a refusal for one does not stop the others.
 *
 * With `isTrial` nothing is changed: the reply shows the result for each.
 */
export const changeFlows = endpoint({
  method: 'POST',
  path: '/api/v1/flows/bulk',
  access: 'member',
  summary: 'Pauses, continues, deletes, restores or switches many flows.',
  takesIdempotencyKey: true,
  body: z.object({ change: BulkChange, isTrial: z.boolean().default(false) }),
  reply: z.object({
    outcomes: z.array(FlowOutcome),
    /** Messages of these flows that are waiting. */
    waitingMessages: z.int(),
    /** For Undo: the changes that restore the former state; in this order. */
    undo: z.array(BulkChange),
  }),
});
