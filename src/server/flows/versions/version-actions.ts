import { type FlowId, FlowSettings } from '#contract/flows/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flows/versions.ts';
import { stoppedSince } from '#server/flows/planning/reconciling-rules.ts';
import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import { listFlowsById } from '#server/flows/storage/reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { diffVersions } from '#server/platform/values/diff-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listSettingsAt } from '#server/senders/versions/version-reads.ts';
import { countPeopleWaiting } from './queries.ts';

/**
 * Contacts with planned messages, by flow version; of a paused flow those whose messages wait for it to be resumed. Where a later save
 * restored the settings of an earlier version, contacts on the earlier one count with the newest.
 */
export async function countHistoryWaiting(
  scope: ActionScope,
  flowId: FlowId,
): Promise<ReplyOf<typeof contract.countFlowWaiting>> {
  const { version, settings, status, mode } = await checkAlive(scope, flowId);
  const heldBack = { isTest: mode === 'test', dueAfter: stoppedSince(scope.clock.now()) };
  const entered = await countPeopleWaiting(scope, flowId, status === 'pause' ? heldBack : null);
  const stored = await listSettingsAt(
    scope,
    entered.map((one) => ({ id: flowId, version: one.version })),
  );
  const isNewest = (one: unknown) =>
    diffVersions({ title: '', settings: FlowSettings.parse(one) }, { title: '', settings }).length === 0;
  const same = new Set(stored.filter((one) => isNewest(one.settings)).map((one) => one.version));
  const people = new Map<number, number>();
  for (const one of entered) {
    const counted = same.has(one.version) ? version : one.version;
    people.set(counted, (people.get(counted) ?? 0) + one.people);
  }
  return {
    version,
    waiting: [...people]
      .map(([of, count]) => ({ version: of, people: count }))
      .toSorted((a, b) => b.version - a.version),
  };
}

/** Moves planned messages to the newest version. */
export async function movePeople(scope: MemberScope, flowId: FlowId): Promise<void> {
  await checkAlive(scope, flowId);
  await queuePlanAhead(scope, { flowId, branchId: null, isMoving: true });
  await announce(scope, 'flows');
}

async function checkAlive(scope: TenantScope, flowId: FlowId): Promise<StoredFlow> {
  const [flow] = await listFlowsById(scope, [flowId]);
  if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
  return flow;
}
