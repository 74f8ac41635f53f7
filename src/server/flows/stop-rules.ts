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

/**
 * Branches that a flow is narrowed to by conditions every customer must meet; null: it may be about any.
 *
 * A condition among alternatives narrows nothing, unless each alternative names branches.
 */
function wantedBranches({ match, groups }: FlowConditions): readonly string[] | null {
  const narrowings = groups.map((group) => {
    const named = group.conditions.map((one) => (one.field === 'branch' && !one.isNot ? one.values : null));
    return group.match === 'all' ? all(named) : any(named);
  });
  return match === 'all' ? all(narrowings) : any(narrowings);
}

type Narrowing = readonly string[] | null;

function all(narrowings: readonly Narrowing[]): Narrowing {
  const known = narrowings.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((left, right) => left.filter((id) => right.includes(id)));
}

function any(narrowings: readonly Narrowing[]): Narrowing {
  const known = narrowings.filter((one) => one !== null);
  return known.length === 0 || known.length < narrowings.length ? null : [...new Set(known.flat())];
}
