import { z } from 'zod';
import { changeManyCall, outcomeOf } from '#contract/senders/bulk.ts';
import { idsOf } from '#contract/senders/wire.ts';
import { FlowMode, TypedPhones } from './calls.ts';
import { FLOW_WIRE } from './wire.ts';

/** Result for one flow of a bulk change. */
export const FlowOutcome = outcomeOf(FLOW_WIRE);
export type FlowOutcome = z.infer<typeof FlowOutcome>;

const FlowIds = idsOf(FLOW_WIRE);

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

export const changeFlows = changeManyCall(FLOW_WIRE, {
  summary: 'Pauses, continues, deletes, restores or switches many flows.',
  outcome: FlowOutcome,
  change: BulkChange,
  facts: {
    /** Messages of these flows that are waiting. */
    waitingMessages: z.int(),
  },
});
