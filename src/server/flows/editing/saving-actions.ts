import { queueEnd, queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import { updateFlowSettings } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';

/** @throws {Problem} `flow.changed_meanwhile` where another member saved meanwhile */
export function checkChangeable({ version }: StoredFlow, baseVersion: number): void {
  if (baseVersion !== version) throw new Problem('flow.changed_meanwhile', { version });
}

/**
 * Writes the next version of a locked flow, and queues a plan and its end.
 * @returns the version's number
 */
export async function saveIn(
  scope: MemberScope,
  { id, kind, version: before }: StoredFlow,
  change: Pick<StoredFlow, 'title' | 'settings'> & Partial<Pick<StoredFlow, 'testPhones' | 'toFill'>>,
): Promise<number> {
  const version = before + 1;
  const by = { memberId: scope.memberId, now: scope.clock.now() };
  await updateFlowSettings(scope, { id, kind, ...change, version }, by);
  await queuePlanAhead(scope, { flowId: id, branchId: null });
  await queueEnd(scope, { id, settings: change.settings });
  return version;
}
