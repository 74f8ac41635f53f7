import type { z } from 'zod';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { checkBranch } from '#server/connections/connecting/checking-actions.ts';
import { notePastRead, noteRead } from '#server/connections/storage/health-actions.ts';
import { readPastJob, syncBranchJob } from '#server/connections/jobs.ts';
import { type OpenBranch, openIfActive } from '#server/connections/storage/opening-actions.ts';
import type { Refusal } from '#server/connections/port.ts';
import { recordSyncAbandoned, recordSyncProgress } from '#server/connections/storage/sync-progress-actions.ts';
import { noteFailure, readPages, emitCaughtUp } from './reading-actions.ts';
import { backOffMs, isBusy, sourceOf } from './rules.ts';
import type { SyncContext } from './port.ts';

// NOTE: a process: it calls an outside service between transactions.

type Slice = z.infer<typeof syncBranchJob.payload>;
type PastSlice = z.infer<typeof readPastJob.payload>;

/** Pause before a failed reading of the past is retried. */
const PAST_RETRY_MS = 600_000;

/** Reads a branch from scratch: first its facts and catalogue, then its records, some pages per run. */
export async function syncBranch(ctx: SyncContext, slice: Slice, signal: AbortSignal): Promise<void> {
  const opened = await withTenant(ctx, slice.tenantId, (scope) => openIfActive(scope, slice.branchId, signal));
  if (!opened) return;
  const { cursor, startedAt } = slice;
  if (cursor === null || startedAt === null) return beginSync(ctx, opened, slice, signal);
  await readRecent(ctx, opened, { ...slice, cursor, startedAt }, signal);
}

async function beginSync(ctx: SyncContext, opened: OpenBranch, slice: Slice, signal: AbortSignal): Promise<void> {
  const source = sourceOf(ctx.sources, slice.kind);
  const now = ctx.clock.now();
  const checked = await checkBranch(ctx, slice.tenantId, slice.branchId, { signal });
  if (!checked.isOk) return syncLater(ctx, opened, slice, checked);
  const branch = checked.value;
  const refusal = (await source.prepare?.(ctx, { ...opened, branch })) ?? null;
  if (refusal) return syncLater(ctx, opened, slice, refusal);
  const cursor = source.begin('recent', branch, { now, since: null });
  await queueSlice(ctx, { ...slice, cursor, startedAt: now.toString(), attempts: 0 });
}

async function readRecent(
  ctx: SyncContext,
  opened: OpenBranch,
  slice: Slice & { cursor: NonNullable<Slice['cursor']>; startedAt: string },
  signal: AbortSignal,
): Promise<void> {
  const source = sourceOf(ctx.sources, slice.kind);
  const { tenantId, branchId, kind } = slice;
  const read = await readPages(ctx, source, opened, {
    stretch: 'recent',
    from: slice,
    maxPages: source.pagesPerRun,
    signal,
    onPage: ({ readCount, total }) =>
      withTenant(ctx, tenantId, (scope) => recordSyncProgress(scope, branchId, { read: readCount, total })),
  });
  const { cursor, revision, readCount, refusal } = read;
  if (refusal) return syncLater(ctx, opened, { ...slice, cursor, revision, readCount }, refusal);
  if (cursor !== null) return queueSlice(ctx, { ...slice, cursor, revision, readCount, attempts: 0 });
  const { branch } = opened;
  const startedAt = Temporal.Instant.from(slice.startedAt);
  await withTenant(ctx, tenantId, async (scope) => {
    await noteRead(scope, branch, {
      changedUntil: startedAt,
      syncedAt: ctx.clock.now(),
      ...(revision !== null && { readRevision: revision }),
    });
    await emitCaughtUp(scope, branch);
    await source.finish?.(scope, branch, 'recent', startedAt);
    const past = source.begin('past', branch, { now: startedAt, since: null });
    await enqueue(scope, readPastJob, { tenantId, branchId, kind, cursor: past });
  });
}

/** Queues a retry of a temporary refusal; any other is shown, and the next poll starts from scratch. */
async function syncLater(ctx: SyncContext, opened: OpenBranch, slice: Slice, refusal: Refusal): Promise<void> {
  await noteFailure(ctx, opened, refusal);
  if (!refusal.isTemporary)
    return withTenant(ctx, slice.tenantId, (scope) => recordSyncAbandoned(scope, slice.branchId));
  const attempts = isBusy(refusal) ? slice.attempts : slice.attempts + 1;
  await queueSlice(ctx, { ...slice, attempts }, backOffMs(refusal, slice.attempts));
}

async function queueSlice(ctx: SyncContext, slice: Slice, afterMs = 0): Promise<void> {
  const runAt = afterMs > 0 ? { runAt: ctx.clock.now().add({ milliseconds: afterMs }) } : {};
  await withTenant(ctx, slice.tenantId, (scope) => enqueue(scope, syncBranchJob, slice, runAt));
}

/** Reads records before the first period of a branch, some pages per run, at the lowest priority. */
export async function readPast(ctx: SyncContext, slice: PastSlice, signal: AbortSignal): Promise<void> {
  const { tenantId, branchId, kind } = slice;
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  if (!opened) return;
  const source = sourceOf(ctx.sources, kind);
  const { cursor, refusal } = await readPages(ctx, source, opened, {
    stretch: 'past',
    from: { cursor: slice.cursor, revision: null, readCount: 0 },
    maxPages: source.pagesPerRun,
    signal,
  });
  // A permanent refusal is shown by the next poll, and a reading from scratch corrects it.
  if (refusal && !refusal.isTemporary) return;
  await withTenant(ctx, tenantId, async (scope) => {
    if (cursor !== null) {
      const waitMs = refusal ? Math.round(refusal.retryAfterMs ?? PAST_RETRY_MS) : 0;
      const runAt = ctx.clock.now().add({ milliseconds: waitMs });
      return enqueue(scope, readPastJob, { ...slice, cursor }, { runAt });
    }
    await notePastRead(scope, branchId);
    await source.finish?.(scope, opened.branch, 'past', ctx.clock.now());
  });
}
