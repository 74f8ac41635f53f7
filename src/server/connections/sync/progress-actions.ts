import type { BranchId } from '#contract/connections.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';
import { updateBranch } from '#server/connections/branch-queries.ts';

/** Everything of a branch will be read: from now on people see how far it is. */
export async function noteSyncBegun(
  { clock }: Pick<Context, 'clock'>,
  scope: TenantScope,
  id: BranchId,
): Promise<void> {
  await updateBranch(scope, id, { syncBeganAt: clock.now(), syncReadCount: 0, syncTotalCount: null });
}

/** @param read so many in all since it began: told twice, it is the same */
export async function noteSyncProgress(
  scope: TenantScope,
  id: BranchId,
  { read, total }: { read: number; total: number | null },
): Promise<void> {
  await updateBranch(scope, id, { syncReadCount: read, ...(total !== null && { syncTotalCount: total }) });
  await announce(scope, 'connections');
}

/** It is not gone on with: what stands in the way is shown, and does not pass by itself. */
export async function noteSyncGivenUp(scope: TenantScope, id: BranchId): Promise<void> {
  await updateBranch(scope, id, { syncBeganAt: null });
  await announce(scope, 'connections');
}
