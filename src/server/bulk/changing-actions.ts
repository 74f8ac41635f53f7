import { readTestPhones } from '#server/tenants/actions.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { BulkChange, changeFlows, FlowOutcome } from '#contract/flows/bulk.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { MemberContext, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { changeOrTry, refusalOf } from '#server/platform/calls/many-changes.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { countWaiting } from '#server/flows/listing/list-reads.ts';
import { findFlowForUpdate } from '#server/flows/storage/reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import {
  type FlowChanger,
  pause,
  remove,
  restore,
  resume,
  setTestPhones,
  switchTo,
} from '#server/flows/editing/status-actions.ts';

type Reply = ReplyOf<typeof changeFlows>;

/**
 * Applies one change to many flows in one transaction. A refusal of one flow does not stop the others.
 * @param isTrial returns the outcome of each flow and changes nothing
 */
export async function changeMany(ctx: MemberContext, { change, isTrial }: BodyOf<typeof changeFlows>): Promise<Reply> {
  return changeOrTry(ctx, isTrial, async (scope) => {
    const reply = await changeIn(scope, change);
    if (isTrial) return { ...reply, undo: [] };
    await announce(scope, 'flows');
    return reply;
  });
}

async function changeIn(scope: MemberScope, change: BulkChange): Promise<Reply> {
  const changer = await changerOf(scope, change);
  const waitingMessages = await countWaiting(scope, change.flowIds);
  const done: StoredFlow[] = [];
  const outcomes = new Map<FlowId, FlowOutcome>();
  // NOTE: flows are locked in the order of their ids, so that two concurrent bulk changes cannot deadlock.
  for (const flowId of change.flowIds.toSorted()) {
    const flow = await findFlowForUpdate(scope, flowId);
    const outcome = await outcomeOf(flowId, flow?.title ?? '', async () => {
      if (!flow || (flow.isDeleted && change.action !== 'restore')) throw new Problem('flow.not_found');
      await changer(scope, flow);
      done.push(flow);
    });
    outcomes.set(flowId, outcome);
  }
  return {
    outcomes: change.flowIds.flatMap((flowId) => outcomes.get(flowId) ?? []),
    waitingMessages,
    undo: undoOf(change, done),
  };
}

/** Runs a change of one flow and turns a refusal into its outcome. Any other error is rethrown and ends the whole bulk change. */
export async function outcomeOf(flowId: FlowId, title: string, act: () => Promise<void>): Promise<FlowOutcome> {
  const problem = await refusalOf(act);
  return { flowId, title, isDone: problem === null, problem };
}

async function changerOf(scope: TenantScope, change: BulkChange): Promise<FlowChanger> {
  switch (change.action) {
    case 'pause':
      return pause;
    case 'continue':
      return resume;
    case 'delete':
      return remove;
    case 'restore':
      return restore;
    case 'mode':
      return switchTo(change.mode);
    case 'test_phones':
      return setTestPhones(await readTestPhones(scope, change.testPhones));
  }
}

/** The changes that restore the earlier state. A flow that the change left as it was needs none. */
function undoOf(change: BulkChange, before: readonly StoredFlow[]): BulkChange[] {
  const idsOf = (flows: readonly StoredFlow[]) => flows.map(({ id }) => id);
  const back = changesBack(change, before, idsOf);
  return back.filter(({ flowIds }) => flowIds.length > 0);
}

function changesBack(
  change: BulkChange,
  before: readonly StoredFlow[],
  idsOf: (flows: readonly StoredFlow[]) => FlowId[],
): BulkChange[] {
  switch (change.action) {
    case 'pause':
      return [{ action: 'continue', flowIds: idsOf(before) }];
    case 'continue':
      return [{ action: 'pause', flowIds: idsOf(before) }];
    case 'delete':
      return [{ action: 'restore', flowIds: idsOf(before) }];
    case 'restore':
      return [{ action: 'delete', flowIds: idsOf(before.filter(({ isDeleted }) => isDeleted)) }];
    case 'mode': {
      const flowIds = idsOf(before.filter(({ mode }) => mode !== change.mode));
      return [{ action: 'mode', flowIds, mode: change.mode === 'test' ? 'combat' : 'test' }];
    }
    case 'test_phones':
      return [...Map.groupBy(before, ({ testPhones }) => testPhones.join(', '))].map(([testPhones, flows]) => ({
        action: 'test_phones',
        flowIds: idsOf(flows),
        testPhones,
      }));
  }
}
