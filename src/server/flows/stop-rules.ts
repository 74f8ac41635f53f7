import type { ConnectionKind } from '#contract/connections.ts';
import type { FlowConditions } from '#contract/flows.ts';

/** A branch that is active, by its id and its connection's. */
export type FeedingBranch = { id: string; connectionId: string; kind: ConnectionKind };

type Fed = { sources: readonly ConnectionKind[]; conditions: FlowConditions };

/** Whether a flow that hears of something now would hear of nothing without one connection. */
export function stopsWithout(flow: Fed, connectionId: string, active: readonly FeedingBranch[]): boolean {
  const wanted = wantedBranches(flow.conditions);
  const heard = active.filter(
    ({ id, kind }) => flow.sources.includes(kind) && (wanted === null || wanted.includes(id)),
  );
  return heard.length > 0 && heard.every((branch) => branch.connectionId === connectionId);
}

/** Branches a flow is narrowed to; null: it is for all. */
function wantedBranches({ branchIds }: FlowConditions): readonly string[] | null {
  return branchIds.length > 0 ? branchIds : null;
}
