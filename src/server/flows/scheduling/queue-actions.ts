import { endOf } from '#server/flows/deciding/moment-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { planAheadJob, endFlowJob } from '#server/flows/jobs.ts';
import { enqueue } from '#server/platform/jobs.ts';
import type { BranchId } from '#contract/connections.ts';
import type { FlowId } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * Plans what lies ahead soon: of one flow or branch, or of all.
 *
 * @param wish.isMoving who waits with an earlier version of the flow gets the present one
 */
export async function queuePlanAhead(
  scope: TenantScope,
  { flowId, branchId, isMoving = false }: { flowId: FlowId | null; branchId: BranchId | null; isMoving?: boolean },
): Promise<void> {
  const { tenantId } = scope;
  await enqueue(scope, planAheadJob, { tenantId, flowId, branchId, run: null, after: null, isMoving });
}

/** The day it is in the cabinet's zone. */
export async function todayOf(scope: TenantScope, now: Temporal.Instant): Promise<Temporal.PlainDate> {
  const { timeZone } = await getTenant(scope);
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Lets a flow end with its last day; one without a last day is not ended. */
export async function queueEnd(scope: TenantScope, flow: Pick<StoredFlow, 'id' | 'settings'>): Promise<void> {
  const runAt = endOf(flow, (await getTenant(scope)).timeZone);
  if (runAt) await enqueue(scope, endFlowJob, { tenantId: scope.tenantId, flowId: flow.id }, { runAt });
}
