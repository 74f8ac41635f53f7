import type { z } from 'zod';
import { withTenant } from '#server/platform/database/db.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { checkBranch } from '#server/connections/connecting/checking-actions.ts';
import { noteRead } from '#server/connections/storage/health-actions.ts';
import type { pollBranchJob } from '#server/connections/jobs.ts';
import { openIfActive } from '#server/connections/storage/opening-actions.ts';
import { queueSync } from '#server/connections/storage/sync-queueing-actions.ts';
import { noteFailure, readPages, emitCaughtUp } from './reading-actions.ts';
import { sourceOf } from './rules.ts';
import type { SyncContext } from './port.ts';

// NOTE: a process: it calls an outside service between transactions.

/** A branch that was not polled for longer is read from scratch. */
const MAX_CATCH_UP_DAYS = 30;
/** Interval of checks of rights, licence and webhooks: vendors send no notice when they are taken away. */
const CHECK_HOURS = 1;

/**
 * Polls a branch for everything changed since the last poll. This finds the changes whose webhooks were lost; after a
 * downtime of ours or of the vendor it continues from where it was.
 */
export async function pollBranch(
  ctx: SyncContext,
  { tenantId, branchId, kind }: z.infer<typeof pollBranchJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  if (!opened) return;
  const { branch } = opened;
  const startedAt = ctx.clock.now();
  const since = branch.changedUntil;
  const eldest = startedAt.subtract({ hours: MAX_CATCH_UP_DAYS * 24 });
  if (!since || isBefore(since, eldest)) return withTenant(ctx, tenantId, (scope) => queueSync(scope, kind, branchId));

  const isCheckDue = !branch.checkedAt || !isAfter(branch.checkedAt.add({ hours: CHECK_HOURS }), startedAt);
  if (isCheckDue && !(await checkBranch(ctx, tenantId, branchId, { signal })).isOk) return;
  const source = sourceOf(ctx.sources, kind);
  const cursor = source.begin('changes', branch, { now: startedAt, since });
  const read = await readPages(ctx, source, opened, {
    stretch: 'changes',
    from: { cursor, revision: null, readCount: 0 },
    maxPages: Infinity,
    signal,
  });
  if (read.refusal) return noteFailure(ctx, opened, read.refusal);
  if (read.cursor !== null) return; // interrupted: the next poll requests the same changes
  await withTenant(ctx, tenantId, async (scope) => {
    const { revision } = read;
    await noteRead(scope, branch, {
      changedUntil: startedAt,
      ...(revision !== null && { readRevision: revision }),
    });
    await emitCaughtUp(scope, branch);
    if (read.isReadable) await source.settleUnlisted?.(scope, branch, startedAt);
    await source.finish?.(scope, branch, 'changes', startedAt);
  });
}
