import { queuePlanAhead, queueEnd, todayOf } from '#server/flows/scheduling/queue-actions.ts';
import { listFlowsById, listFlowVersions } from '#server/flows/storage/reads.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flows/versions.ts';
import type { Flow, FlowId } from '#contract/flows/calls.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getFlow } from '#server/flows/editing/actions.ts';
import { getAliveForUpdate } from '#server/flows/editing/guard-actions.ts';
import { stoppedSince } from '#server/flows/planning/reconciling-rules.ts';
import { updateFlowSettings } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { missingOptions, withoutPastEnd } from '#server/flows/settings/settings-guards.ts';
import { diffVersions } from '#server/platform/values/diff-rules.ts';
import { toHistoryPage, versionAfter } from '#server/platform/values/versions.ts';
import { countPeopleWaiting, findVersion, listVersions } from './queries.ts';

/** Versions of a flow with the changes of each. */
export async function listHistory(
  scope: TenantScope,
  flowId: FlowId,
  { cursor, limit }: QueryOf<typeof contract.listFlowVersions>,
): Promise<ReplyOf<typeof contract.listFlowVersions>> {
  await checkAlive(scope, flowId);
  return toHistoryPage(await listVersions(scope, flowId, { before: versionAfter(cursor), limit: limit + 1 }), limit);
}

type RollBackRequest = BodyOf<typeof contract.rollBackFlow>;

/** Saves an earlier version again as the newest. */
export async function rollBack(scope: MemberScope, flowId: FlowId, request: RollBackRequest): Promise<Flow> {
  await rollBackIn(scope, await getAliveForUpdate(scope, flowId), request);
  await announce(scope, 'flows');
  return getFlow(scope, flowId);
}

export async function rollBackIn(
  scope: MemberScope,
  flow: StoredFlow,
  { version, baseVersion }: RollBackRequest,
): Promise<void> {
  if (baseVersion !== flow.version) throw new Problem('flow.changed_meanwhile', { version: flow.version });
  const old = await findVersion(scope, flow.id, version);
  if (!old) throw new Problem('flow.version_not_found');
  const missing = flow.mode === 'combat' ? missingOptions(old.settings.options) : [];
  if (missing.length > 0) throw new Problem('flow.incomplete', { missing });
  const { imageId } = old.settings.content;
  const images = imageId === null ? [] : await listFiles(scope, [imageId], { isLocked: true });
  const content = { ...old.settings.content, imageId: images.length > 0 ? imageId : null };
  const timing = withoutPastEnd(old.settings.timing, await todayOf(scope, scope.clock.now()));
  await saveVersion(scope, flow, { title: old.title, settings: { ...old.settings, timing, content } });
}

/**
 * Writes the next version of a locked flow and queues a plan.
 * @returns the version's number
 */
export async function saveVersion(
  scope: MemberScope,
  flow: StoredFlow,
  change: Pick<StoredFlow, 'title' | 'settings'>,
): Promise<number> {
  const version = flow.version + 1;
  const by = { memberId: scope.memberId, now: scope.clock.now() };
  await updateFlowSettings(scope, { id: flow.id, kind: flow.kind, ...change, version }, by);
  await queuePlanAhead(scope, { flowId: flow.id, branchId: null });
  await queueEnd(scope, { id: flow.id, settings: change.settings });
  return version;
}

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
  const stored = await listFlowVersions(
    scope,
    entered.map((one) => ({ flowId, version: one.version })),
  );
  const isNewest = (one: StoredFlow['settings']) =>
    diffVersions({ title: '', settings: one }, { title: '', settings }).length === 0;
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
