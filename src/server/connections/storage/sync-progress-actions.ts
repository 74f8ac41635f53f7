import type { BranchId } from '#contract/connections/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { updateBranch } from './branch-queries.ts';

/** Records the start of a reading from scratch, so that people see its progress. */
export async function recordSyncStart(scope: ActionScope, id: BranchId): Promise<void> {
  await updateBranch(scope, id, { syncBeganAt: scope.clock.now(), syncReadCount: 0, syncTotalCount: null });
}

/** @param read records since the start, in all: a repeat changes nothing */
export async function recordSyncProgress(
  scope: TenantScope,
  id: BranchId,
  { read, total }: { read: number; total: number | null },
): Promise<void> {
  await updateBranch(scope, id, { syncReadCount: read, ...(total !== null && { syncTotalCount: total }) });
  await announce(scope, 'connections');
}

/** Records that the reading was abandoned; its problem is shown and is not temporary. */
export async function recordSyncAbandoned(scope: TenantScope, id: BranchId): Promise<void> {
  await updateBranch(scope, id, { syncBeganAt: null });
  await announce(scope, 'connections');
}
