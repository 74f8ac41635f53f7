import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { FlowCondition, FlowConditions } from '#contract/audiences/calls.ts';

/** An active branch, by its id and its connection's. */
export type SourceBranch = { id: string; connectionId: string; kind: ConnectionKind };

type Fed = { sources: readonly ConnectionKind[]; conditions: FlowConditions };

/** Whether a flow that has sources now would have none without some of the branches. */
export function stopsWithout(
  flow: Fed,
  isGone: (branch: SourceBranch) => boolean,
  active: readonly SourceBranch[],
): boolean {
  const feeding = active.filter((branch) => flow.sources.includes(branch.kind) && canBeAbout(flow.conditions, branch));
  return feeding.length > 0 && feeding.every(isGone);
}

/** Whether a visit or order of a branch could meet the conditions; conditions on other fields count as met. */
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
