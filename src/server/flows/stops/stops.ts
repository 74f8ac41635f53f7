import { listPlanningFlows } from '#server/flows/storage/reads.ts';
import type { listConnectionStops } from '#contract/connections/stops.ts';
import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { listDeskChannels } from '#server/desk/stop-reads.ts';
import { describeConnections } from '#server/connections/storage/actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { stopsWithout } from './stop-rules.ts';
import { countPlannedOfBranches } from './stop-queries.ts';

/**
 * Lists what would stop with a connection, or with one branch of it. Changes nothing.
 * @throws {Problem} `connection.not_found`, `branch.not_found`
 */
export async function describeStops(
  scope: MemberScope,
  { connectionId, branchId }: { connectionId: ConnectionId; branchId?: BranchId },
): Promise<ReplyOf<typeof listConnectionStops>> {
  const connections = await describeConnections(scope);
  const connection = connections.find((one) => one.id === connectionId);
  if (!connection) throw new Problem('connection.not_found');
  const going = connection.branches.map(({ id }) => id).filter((id) => branchId === undefined || id === branchId);
  if (branchId !== undefined && going.length === 0) throw new Problem('branch.not_found');
  const active = connections.flatMap(({ kind, branches }) =>
    branches.filter(({ isActive }) => isActive).map((branch) => ({ ...branch, kind })),
  );
  const flows = (await listPlanningFlows(scope)).filter(({ kind, settings: { conditions } }) =>
    stopsWithout({ sources: flowKind(kind).sources, conditions }, ({ id }) => going.includes(id), active),
  );
  return {
    flows: flows
      .map(({ id: flowId, title }) => ({ id: flowId, title }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
    messagesCount: await countPlannedOfBranches(scope, going),
    channels: await listDeskChannels(scope, connectionId),
  };
}
