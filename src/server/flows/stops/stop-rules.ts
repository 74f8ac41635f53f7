import type { ConnectionKind } from '#contract/connections.ts';
import type { FlowCondition, FlowConditions } from '#contract/audiences.ts';

/** A branch that is active, by its id and its connection's. */
export type SourceBranch = { id: string; connectionId: string; kind: ConnectionKind };

type Fed = { sources: readonly ConnectionKind[]; conditions: FlowConditions };

/** Whether a flow that hears of something now would hear of nothing without some of the branches. */
export function stopsWithout(
  flow: Fed,
  isGone: (branch: SourceBranch) => boolean,
  active: readonly SourceBranch[],
): boolean {
  const heard = active.filter((branch) => flow.sources.includes(branch.kind) && canBeAbout(flow.conditions, branch));
  return heard.length > 0 && heard.every(isGone);
}

/** Whether something of a branch could meet the conditions: those on anything else might be met. */
function canBeAbout({ match, groups }: FlowConditions, { id, kind }: SourceBranch): boolean {
  const meets = (condition: FlowCondition) => {
    if (condition.field === 'branch') return condition.values.includes(id) !== condition.isNot;
    if (condition.field === 'source') return condition.values.includes(kind) !== condition.isNot;
    return true;
  };
  const met = groups.map((group) =>
    group.match === 'all' ? group.conditions.every(meets) : group.conditions.some(meets),
  );
  return groups.length === 0 || (match === 'all' ? met.every(Boolean) : met.some(Boolean));
}
