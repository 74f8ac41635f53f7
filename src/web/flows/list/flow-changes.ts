import type { FlowMode } from '#contract/flows/calls.ts';
import { toOutcome } from '#web/flows/flow-sender.ts';
import { call } from '#web/lib/api/api.ts';
import {
  type BulkChange,
  type BulkChanges,
  type CommonAction,
  useBulkChange,
} from '#web/senders/list/use-bulk-change.ts';
import type { Outcome } from '#web/senders/sender.ts';
import { forgetUndo, keepUndo } from './stored-undo.ts';

export type FlowAction = CommonAction | { action: 'mode'; mode: FlowMode };
export type FlowChange = BulkChange<FlowAction>;

/** Changes of many flows at once. */
export const flowChanges: BulkChanges<FlowAction> = {
  room: 'flows',
  apply: async ({ ids, ...action }) => {
    const change = { ...action, flowIds: [...ids] };
    const { outcomes, undo } = await call('POST /api/v1/flows/bulk', { body: { change } });
    return { outcomes: outcomes.map(toOutcome), undo: undo.map(({ flowIds, ...back }) => ({ ...back, ids: flowIds })) };
  },
  doneText: (change) => `bulks:flows.done.${change.action === 'mode' ? change.mode : change.action}`,
  storeUndo: keepUndo,
  clearUndo: forgetUndo,
};

export const useChangeFlows = (onRefused: (refused: readonly Outcome[]) => void) =>
  useBulkChange(flowChanges, onRefused);
