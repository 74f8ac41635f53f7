import { endOf } from '#server/flows/deciding/moment-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { planAheadJob, endFlowJob } from '#server/flows/jobs.ts';
import { enqueue } from '#server/platform/jobs.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/**
 * Queues a plan of what lies ahead: of one flow or branch, or of all.
 * @param wish.isMoving moves planned messages from earlier versions of the flow to the present one
 */
export async function queuePlanAhead(
  scope: TenantScope,
  { flowId, branchId, isMoving = false }: { flowId: FlowId | null; branchId: BranchId | null; isMoving?: boolean },
): Promise<void> {
  const { tenantId } = scope;
  await enqueue(scope, planAheadJob, { tenantId, flowId, branchId, run: null, after: null, isMoving });
}

/** The present date in the cabinet's zone. */
export async function todayOf(scope: TenantScope, now: Temporal.Instant): Promise<Temporal.PlainDate> {
  const { timeZone } = await getTenant(scope);
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Queues the end of a flow after its last day; does nothing for a flow without one. */
export async function queueEnd(scope: TenantScope, flow: Pick<StoredFlow, 'id' | 'settings'>): Promise<void> {
  const runAt = endOf(flow, (await getTenant(scope)).timeZone);
  if (runAt) await enqueue(scope, endFlowJob, { tenantId: scope.tenantId, flowId: flow.id }, { runAt });
}
