import type { FlowId } from '#contract/flows.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { queuePlanAhead } from './actions.ts';

/** Gives those who wait for a message of a flow its newest version; planning does it, soon. Safe to repeat. */
export async function moveFlowPeople(_ctx: Pick<Context, 'clock'>, scope: TenantScope, flowId: FlowId): Promise<void> {
  await queuePlanAhead(scope, { flowId, branchId: null, isMoving: true });
}
