import { checkReachJob } from '#server/flows/jobs.ts';
import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import { listFlowRows, findFlowForUpdate } from '#server/flows/storage/reads.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowStatus } from '#contract/flows/calls.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getEntitlements } from '#server/billing/entitlement-reads.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { setFlowStatus } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { listTenantsByTariff } from './tariff-queries.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Statuses that become `unavailable`. A paused flow stays paused and cannot be resumed while the tariff lacks it. */
const ENDED_BY_TARIFF: readonly FlowStatus[] = ['none', 'waiting', 'working', 'error'];

/** Applies the tariffs of all cabinets once an hour, since no event marks the end of a paid period. */
export async function followTariffs(ctx: Context, signal: AbortSignal): Promise<void> {
  const tenantIds = await withSystem(ctx, (scope) => listTenantsByTariff(scope, ctx.clock.now()));
  for (const tenantId of tenantIds) {
    if (signal.aborted) return;
    await withTenant(ctx, tenantId, followTariff);
  }
}

/**
 * Sets flows that the tariff no longer has to `unavailable`, and restores the status of those it has again. Their messages wait meanwhile
 * as long as they are useful. Safe to repeat.
 */
export async function followTariff(scope: ActionScope): Promise<void> {
  const now = scope.clock.now();
  const { abilities } = await getEntitlements(scope, now);
  const ended: StoredFlow[] = [];
  let hasReturned = false;
  for (const { id, kind, status } of await listFlowRows(scope)) {
    const isMissing = !abilities.includes(flowKind(kind).ability);
    if (isMissing ? !ENDED_BY_TARIFF.includes(status) : status !== 'unavailable') continue;
    const flow = await findFlowForUpdate(scope, id);
    if (!flow) continue;
    if (!isMissing) hasReturned = (await bringBack(scope, flow, now)) || hasReturned;
    else if (await end(scope, flow, now)) ended.push(flow);
  }
  if (ended.length > 0) await notifyEnded(scope, ended, now);
  if (hasReturned) await resolveNotice(scope, now, UNAVAILABLE);
  await enqueue(scope, checkReachJob, { tenantId: scope.tenantId }); // NOTE: a flow may have reached nobody for want of messages
  if (ended.length > 0 || hasReturned) await announce(scope, 'flows');
}

/** Key of the notice; one is open while flows are unavailable. */
const UNAVAILABLE = 'flows_unavailable';
/** Flows named in the notice; the others are counted. */
const MAX_NAMED = 3;

async function notifyEnded(scope: TenantScope, ended: readonly StoredFlow[], now: Temporal.Instant): Promise<void> {
  const titles = ended.map(({ title }) => title).toSorted();
  await raiseNotice(scope, now, {
    kind: 'flows_unavailable',
    key: UNAVAILABLE,
    severity: 'bad',
    params: { count: titles.length, titles: titles.slice(0, MAX_NAMED) },
  });
}

/**
 * Makes a flow unavailable and keeps its error, if it has one.
 * @returns whether its status changed
 */
async function end(scope: TenantScope, flow: StoredFlow, now: Temporal.Instant): Promise<boolean> {
  const { id, status: statusBefore, errorCode, errorReason } = flow;
  if (!ENDED_BY_TARIFF.includes(statusBefore)) return false;
  await setFlowStatus(scope, id, { status: 'unavailable', statusBefore, errorCode, errorReason }, now);
  return true;
}

/**
 * Restores the earlier status of an unavailable flow. A flow that was never available waits for a member to resume it.
 * @returns whether its status changed
 */
async function bringBack(scope: TenantScope, flow: StoredFlow, now: Temporal.Instant): Promise<boolean> {
  const { id, status, statusBefore, errorCode, errorReason } = flow;
  if (status !== 'unavailable' || statusBefore === null) return false;
  await setFlowStatus(scope, id, { status: statusBefore, errorCode, errorReason }, now);
  await queuePlanAhead(scope, { flowId: id, branchId: null });
  return true;
}
