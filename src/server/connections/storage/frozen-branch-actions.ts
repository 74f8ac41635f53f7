import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { selectBranches } from './branch-queries.ts';
import { settleApplicationJob } from '#server/connections/marketplace-jobs.ts';

/**
 * Queues status requests for branches whose paid period was over: vendors send no notice of the next payment, and an
 * owner who has paid reads the connection again to see it.
 */
export async function queueFrozenBranchChecks(scope: TenantScope, connectionId: ConnectionId): Promise<void> {
  const branches = await selectBranches(scope, { connectionId });
  const frozen = branches.filter(({ isFrozen }) => isFrozen);
  const { tenantId } = scope;
  const jobs = frozen.map(({ externalId }) =>
    prepareJob(settleApplicationJob, { tenantId, connectionId, branchExternalId: externalId, reported: null }),
  );
  await enqueueAll(scope, jobs);
}
