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
import { tariffsLacking } from './tariffs.ts';

/** Those that do something; a paused flow stays paused, and is refused when somebody wants it to go on. */
const ENDED_BY_TARIFF: readonly FlowStatus[] = ['none', 'waiting', 'working', 'error'];

const KINDS = FlowKind.options.filter((kind) => TARIFFS_OF_KIND[kind]);

/** Nothing tells that a paid period is over: every hour all cabinets are looked at. */
export async function followTariffs(ctx: Context, signal: AbortSignal): Promise<void> {
  const tenantIds = await withSystem(ctx.db, (scope) => listTenantsByTariff(scope, KINDS));
  for (const tenantId of tenantIds) {
    if (signal.aborted) return;
    await followTariff(ctx, { tenantId });
  }
}

/**
 * Flows whose tariff ended become unavailable, and those whose tariff is there again what they were: their messages
 * waited meanwhile as long as they were of use. Safe to repeat.
 */
export async function followTariff(ctx: Context, { tenantId }: { tenantId: TenantId }): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const concerned = (await listFlowRows(scope)).filter(({ kind }) => KINDS.includes(kind));
    const now = ctx.clock.now();
    let hasChanged = false;
    for (const { id, kind } of concerned) {
      const isLacking = (await tariffsLacking(scope, kind, now)).length > 0;
      const flow = await findFlowForUpdate(scope, id);
      if (flow && (isLacking ? await end(scope, flow, now) : await bringBack(scope, flow, now))) hasChanged = true;
    }
    if (hasChanged) await announce(scope, 'flows');
  });
}

/** What kept it in error is kept too. @returns whether it ended now */
async function end(scope: TenantScope, flow: StoredFlow, now: Temporal.Instant): Promise<boolean> {
  const { id, status: statusBefore, errorCode, errorReason } = flow;
  if (!ENDED_BY_TARIFF.includes(statusBefore)) return false;
  await setFlowStatus(scope, id, { status: 'unavailable', statusBefore, errorCode, errorReason }, now);
  return true;
}

/** One that was never available waits for a person to let it go on. @returns whether it came back now */
async function bringBack(scope: TenantScope, flow: StoredFlow, now: Temporal.Instant): Promise<boolean> {
  const { id, status, statusBefore, errorCode, errorReason } = flow;
  if (status !== 'unavailable' || statusBefore === null) return false;
  await setFlowStatus(scope, id, { status: statusBefore, errorCode, errorReason }, now);
  await queuePlanAhead(scope, { flowId: id, branchId: null });
  return true;
}
