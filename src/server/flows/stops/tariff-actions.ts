import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import { listFlowRows } from '#server/flows/storage/reads.ts';
import { FlowKind, type FlowStatus } from '#contract/flows.ts';
import { TARIFFS_OF_KIND } from '#contract/flow-tariffs.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';
import { findFlowForUpdate, setFlowStatus } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { listTenantsByTariff } from './tariff-queries.ts';
import { requiredTariffs } from './tariffs.ts';

/** Statuses that become `unavailable`. A paused flow stays paused and cannot be resumed while the tariff lacks it. */
const ENDED_BY_TARIFF: readonly FlowStatus[] = ['none', 'waiting', 'working', 'error'];

const KINDS = FlowKind.options.filter((kind) => TARIFFS_OF_KIND[kind]);

/** Applies the tariffs of all cabinets once an hour, since no event marks the end of a paid period. */
export async function followTariffs(ctx: Context, signal: AbortSignal): Promise<void> {
  const tenantIds = await withSystem(ctx.db, (scope) => listTenantsByTariff(scope, KINDS));
  for (const tenantId of tenantIds) {
    if (signal.aborted) return;
    await followTariff(ctx, { tenantId });
  }
}

/**
 * Sets flows that the tariff no longer has to `unavailable`, and restores the status of those it has again. Their messages wait meanwhile
 * as long as they are useful. Safe to repeat.
 */
export async function followTariff(ctx: Context, { tenantId }: { tenantId: TenantId }): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const concerned = (await listFlowRows(scope)).filter(({ kind }) => KINDS.includes(kind));
    const now = ctx.clock.now();
    let hasChanged = false;
    for (const { id, kind } of concerned) {
      const isMissing = (await requiredTariffs(scope, kind, now)).length > 0;
      const flow = await findFlowForUpdate(scope, id);
      if (flow && (isMissing ? await end(scope, flow, now) : await bringBack(scope, flow, now))) hasChanged = true;
    }
    if (hasChanged) await announce(scope, 'flows');
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
