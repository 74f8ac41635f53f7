import type { FlowConditions } from '#contract/audiences/calls.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { Branch } from '#contract/connections/calls.ts';

type Condition = FlowConditions['groups'][number]['conditions'][number];

/** Flows that may write about a branch of a clinic. */
export function flowsOfBranch<Known extends Pick<Flow, 'kind' | 'settings'>>(
  flows: readonly Known[],
  { id }: Pick<Branch, 'id'>,
): Known[] {
  return flows.filter(
    ({ kind, settings }) => flowKind(kind).sources.includes('medflex') && mayConcern(settings.conditions, id),
  );
}

/** Whether conditions let a branch in; conditions on something else may hold. */
function mayConcern({ match, groups }: FlowConditions, branchId: string): boolean {
  const holds = (condition: Condition) =>
    condition.field !== 'branch' || condition.values.includes(branchId) !== condition.isNot;
  const ofGroup = (group: FlowConditions['groups'][number]) =>
    group.match === 'all' ? group.conditions.every(holds) : group.conditions.some(holds);
  return groups.length === 0 || (match === 'all' ? groups.every(ofGroup) : groups.some(ofGroup));
}
