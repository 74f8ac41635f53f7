import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem, withTenant } from '#server/platform/db.ts';
import { listTenantsWithFlows } from './trouble-queries.ts';
import { checkFlows } from './troubles.ts';

/** What nothing tells of, e.g. a service that is no longer in the catalogue, is found within the hour. */
export async function checkAllFlows(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx.db, listTenantsWithFlows)) {
    if (signal.aborted) return;
    await withTenant(ctx.db, tenantId, async (scope) => {
      for (const id of await checkFlows(ctx, scope)) await queuePlanAhead(scope, { flowId: id, branchId: null });
    });
  }
}
