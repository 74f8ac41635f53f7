import { checkReachJob } from '#server/flows/jobs.ts';
import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { listTenantsWithFlows } from './trouble-queries.ts';
import { checkFlows } from './troubles.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Checks the flows of every cabinet once an hour, since some troubles come without an event, e.g. a service removed from the catalogue. */
export async function checkAllFlows(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx, listTenantsWithFlows)) {
    if (signal.aborted) return;
    await withTenant(ctx, tenantId, async (scope) => {
      for (const id of await checkFlows(scope)) await queuePlanAhead(scope, { flowId: id, branchId: null });
      await enqueue(scope, checkReachJob, { tenantId });
    });
  }
}
