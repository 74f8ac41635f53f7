import type { MemberScope } from '#server/platform/context/context.ts';
import { queuePlanAhead, queueEnd, todayOf } from '#server/flows/scheduling/queue-actions.ts';
import { countFlowsByStatus, listFlowRows, listFlowsById } from '#server/flows/storage/reads.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { stillToFill } from '#contract/flows/filled.ts';
import type * as contract from '#contract/flows/calls.ts';
import { type Flow, FlowId } from '#contract/flows/calls.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { countsBySender, nextDueBySender } from '#server/delivery/planning/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readTestPhones, getTenant, setTestPhones, emitOwnPhonesChanged } from '#server/tenants/actions.ts';
import { defaultTitle } from '#server/flows/defaults/text-rules.ts';
import { copyTitle } from '#server/texts/content/title-rules.ts';
import { checkImage, getAliveForUpdate } from './guard-actions.ts';
import { checkChangeable, saveIn } from './saving-actions.ts';
import { newSettings } from '#server/flows/defaults/new-settings-reads.ts';
import { insertFlow } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { cleanSettings, checkSettings } from '#server/flows/settings/settings-guards.ts';
import { getMemberLanguage } from '#server/auth/sign-in/actions.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { requiredTariffs } from '#server/flows/stops/tariffs.ts';

/** Flows of the cabinet with the counts of their messages by status. */
export async function listFlows(
  scope: TenantScope,
  filter: QueryOf<typeof contract.listFlows>,
): Promise<ReplyOf<typeof contract.listFlows>> {
  const flows = await listFlowRows(scope, filter);
  return { flows: await withCounts(scope, flows), countByStatus: await countFlowsByStatus(scope) };
}

/** @throws {Problem} `flow.not_found` */
export async function getFlow(scope: TenantScope, id: FlowId): Promise<Flow> {
  const [flow] = await listFlowsById(scope, [id]);
  if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
  return withCount(scope, flow);
}

/**
 * Creates a flow in test mode, working unless the tariff lacks it. Settings left out are the kind's defaults with texts in
 * the customers' language; a title left out is in the member's.
 */
export async function createFlow(scope: MemberScope, request: BodyOf<typeof contract.createFlow>): Promise<Flow> {
  const { customerLanguage } = await getTenant(scope);
  const given = request.settings && cleanSettings(request.kind, request.settings);
  const settings = given ?? (await newSettings(scope, request, customerLanguage));
  const now = scope.clock.now();
  checkDelay(
    request.kind,
    settings.timing.delayMinutes,
    request.settings ? 'settings.timing.delayMinutes' : 'delayMinutes',
  );
  const policy = await getContactPolicy(scope);
  checkSettings({ kind: request.kind, mode: 'test', settings, before: null, policy }, await todayOf(scope, now));
  await checkImage(scope, settings);
  const id = newId(FlowId);
  const title =
    request.title ??
    defaultTitle(request.kind, settings.timing.delayMinutes, await getMemberLanguage(scope, scope.memberId));
  const flow = { id, kind: request.kind, title, settings, testPhones: [], lastStartedAt: now };
  const isUnavailable = (await requiredTariffs(scope, request.kind, now)).length > 0;
  const status = isUnavailable ? 'unavailable' : 'working';
  await insertFlow(scope, { ...flow, status, mode: 'test' }, { memberId: scope.memberId, now });
  await queuePlanAhead(scope, { flowId: id, branchId: null });
  await queueEnd(scope, { id, settings });
  await announce(scope, 'flows');
  return getFlow(scope, id);
}

/** Saves a new version. Planned messages stay on their earlier version until they are moved. */
export async function saveFlow(
  scope: MemberScope,
  id: FlowId,
  request: BodyOf<typeof contract.saveFlow>,
): Promise<Flow> {
  const flow = await getAliveForUpdate(scope, id);
  checkChangeable(flow, request.baseVersion);
  const { title } = request;
  const settings = cleanSettings(flow.kind, request.settings);
  checkDelay(flow.kind, settings.timing.delayMinutes, 'settings.timing.delayMinutes');
  const now = scope.clock.now();
  const { kind, mode, settings: before } = flow;
  const policy = await getContactPolicy(scope);
  checkSettings({ kind, mode, settings, before, policy }, await todayOf(scope, now));
  await checkImage(scope, settings);
  const testPhones = await readTestPhones(scope, request.testPhones);
  const toFill = stillToFill(settings, flow.toFill).filter((what) => !request.settled.includes(what));
  await saveIn(scope, flow, { title, settings, testPhones, toFill });
  await announce(scope, 'flows');
  return getFlow(scope, id);
}

/** Copies a flow, in test mode and paused. */
export async function duplicateFlow(scope: MemberScope, id: FlowId): Promise<Flow> {
  const flow = await getAliveForUpdate(scope, id);
  const now = scope.clock.now();
  const { timing } = flow.settings;
  const copy: Parameters<typeof insertFlow>[1] = {
    ...flow,
    settings: { ...flow.settings, timing: { ...timing, endsOn: null } }, // NOTE: an end date is not copied
    id: newId(FlowId),
    title: copyTitle(flow.title, await getMemberLanguage(scope, scope.memberId)),
    status: 'pause',
    mode: 'test',
    lastStartedAt: null,
  };
  await insertFlow(scope, copy, { memberId: scope.memberId, now });
  await announce(scope, 'flows');
  return getFlow(scope, copy.id);
}

/**
 * Sets the cabinet's own numbers, to which flows in test mode write unless they have their own.
 * @returns the numbers in E.164
 */
export async function changeTestPhones(scope: MemberScope, typed: string): Promise<string[]> {
  const testPhones = await readTestPhones(scope, typed);
  await setTestPhones(scope, testPhones);
  await emitOwnPhonesChanged(scope);
  return testPhones;
}

/** Checks the delay against the bounds of the kind, e.g. a reminder only before the visit. */
function checkDelay(kind: Flow['kind'], delayMinutes: number, field: string): void {
  const { min, max } = flowKind(kind).delay;
  if (delayMinutes < min || delayMinutes > max) throw wrongField(field, 'range');
}

async function withCount(scope: TenantScope, flow: StoredFlow): Promise<Flow> {
  const [counted] = await withCounts(scope, [flow]);
  if (!counted) throw new Problem('flow.not_found');
  return counted;
}

const NOTHING = { planned: 0, sent: 0, delivered: 0, read: 0, replied: 0, clicked: 0, failed: 0, skipped: 0 };

/** Adds the counts of their messages to flows, in the given order. */
export async function withCounts(scope: TenantScope, flows: readonly StoredFlow[]): Promise<Flow[]> {
  const ids = flows.map(({ id }) => id);
  const counts = ids.length === 0 ? new Map<FlowId, Flow['counts']>() : await countsBySender(scope, ids);
  const next = ids.length === 0 ? new Map<FlowId, Temporal.Instant>() : await nextDueBySender(scope);
  return flows.map(({ lastStartedAt, updatedAt, ...flow }) => ({
    ...flow,
    counts: counts.get(flow.id) ?? NOTHING,
    nextMessageAt: next.get(flow.id)?.toString() ?? null,
    lastStartedAt: lastStartedAt?.toString() ?? null,
    updatedAt: updatedAt.toString(),
  }));
}
