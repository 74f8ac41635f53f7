import type { z } from 'zod';
import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { isTransient } from '#server/platform/database/db-errors.ts';
import { withRetry, withTenant, type Scoped } from '#server/platform/database/db.ts';
import { CLAIMED_PAUSE_MS, finishInbox, hasUnread, type InboxRow, takeInbox } from '#server/platform/webhooks/inbox.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { laterOf } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import {
  noteReadFailed,
  noteUnknownFields,
  noteUnreadable,
  noteUnreadableRecords,
  recordPayloadCount,
} from '#server/connections/storage/health-actions.ts';
import { readPayloadsJob } from '#server/connections/jobs.ts';
import { findProvider, openBranch } from '#server/connections/storage/opening-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { debounceLeftMs, type ItemBatchStep, type NoticeStep, retryAfterMs, sortPayloads } from './inbox-rules.ts';
import { sourceOf } from './rules.ts';
import type { Source, SyncContext } from './port.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Small, so that tenants alternate: each payload may cost a call. */
const PAYLOADS_AT_ONCE = 40;

type Job = z.infer<typeof readPayloadsJob.payload>;
type ConnectionRef = { tenantId: TenantId; connectionId: ConnectionId };
type Wanted = { branch: KnownBranch; step: NoticeStep };

/**
 * Processes the vendor's payloads, oldest first. Where payloads only name a record, each record is read from the vendor
 * once for all payloads about it, before anything is stored. Where they hold the records themselves, each is one
 * transaction. A payload that cannot be stored does not block the others. Payloads that another transaction has claimed
 * are come back for: it may be that of a process that died.
 */
export async function readPayloads(ctx: SyncContext, job: Job, signal: AbortSignal): Promise<void> {
  const source = sourceOf(ctx.sources, job.kind);
  const taken = await withTenant(ctx, job.tenantId, (scope) => takePayloads(scope, source, job));
  if (!taken) return;
  for (const step of taken.delivered) {
    if (signal.aborted) return readOn(ctx, job, 0);
    await persist(ctx, job, {
      work: (scope) => recordDelivered(scope, source, { ...step, branches: taken.branches, job }),
      fail: (scope, problem) => finishInbox(scope, step.ids, 'failed', problem),
    });
  }
  for (const wanted of taken.wanted) {
    const afterMs = signal.aborted ? 0 : await handleNotice(ctx, source, { ...wanted, job, signal });
    if (afterMs !== null) return readOn(ctx, job, afterMs);
  }
  if (taken.isMore) await readOn(ctx, job, 0);
  else if (taken.isClaimed) await readOn(ctx, job, CLAIMED_PAUSE_MS);
}

async function readOn(ctx: SyncContext, job: Job, afterMs: number): Promise<void> {
  await withTenant(ctx, job.tenantId, (scope) => queueReading(scope, job, afterMs));
}

async function queueReading(scope: ActionScope, job: Job, afterMs: number): Promise<void> {
  const runAt = scope.clock.now().add({ milliseconds: Math.round(afterMs) });
  await enqueue(scope, readPayloadsJob, { ...job, hasWaited: true }, { runAt });
}

/** `isClaimed`: another transaction has claimed more. */
type Taken = Record<'isMore' | 'isClaimed', boolean> & {
  branches: KnownBranch[];
  wanted: Wanted[];
  delivered: ItemBatchStep<unknown>[];
};

/** Takes waiting payloads and finishes those that are not needed. @returns null when nothing is left to do now */
async function takePayloads(scope: Scoped<SyncContext>, source: Source, job: Job): Promise<Taken | null> {
  const { connectionId } = job;
  const provider = await findProvider(scope, connectionId);
  if (!provider) return null;
  const rows = await takeInbox(scope, connectionId, PAYLOADS_AT_ONCE);
  const isMore = rows.length === PAYLOADS_AT_ONCE;
  const ids = rows.map(({ id }) => id);
  const isClaimed = !isMore && (await hasUnread(scope, connectionId, ids));
  if (rows.length === 0) {
    if (isClaimed) await queueReading(scope, job, CLAIMED_PAUSE_MS);
    return null;
  }
  const burst = job.hasWaited || isMore ? null : source.notices?.burst;
  const waitMs = burst ? debounceLeftMs(burst, agesMs(rows, scope.clock.now())) : 0;
  if (waitMs > 0) {
    await queueReading(scope, job, waitMs);
    return null;
  }

  const branches = await listBranches(scope, { connectionId });
  const sorted = sortPayloads((row) => source.parsePayload(provider, row, branches), rows);
  for (const { id, problem, bug } of sorted.unreadable) {
    if (bug) scope.log.error({ err: bug, connectionId }, 'a payload could not be read');
    await finishInbox(scope, [id], bug ? 'failed' : 'unreadable', problem);
  }
  if (sorted.unreadable.length > 0) await noteUnreadable(scope, connectionId);
  const wanted: Wanted[] = [];
  for (const [externalId, steps] of Map.groupBy(sorted.notices, (step) => step.branchExternalId)) {
    const branch = branches.find((one) => one.externalId === externalId && one.isActive);
    const needed = branch && source.notices ? await source.notices.selectNeeded(scope, branch, steps) : [];
    if (branch) wanted.push(...needed.map((step) => ({ branch, step })));
    await finishNotices(scope, job, { steps: steps.filter((step) => !needed.includes(step)), problem: null });
  }
  return { branches, wanted, delivered: sorted.delivered, isMore, isClaimed };
}

const agesMs = (rows: readonly InboxRow[], now: Temporal.Instant) =>
  rows.map((row) => now.since(row.receivedAt).total('milliseconds'));

/** @returns milliseconds until the retry, or null when the notice is done */
async function handleNotice(
  ctx: SyncContext,
  source: Source,
  { branch, step, job, signal }: Wanted & { job: Job; signal: AbortSignal },
): Promise<number | null> {
  const opened = await withTenant(ctx, job.tenantId, (scope) => openBranch(scope, branch.id, { signal }));
  const readAt = ctx.clock.now();
  const read = await source.notices?.read(opened, step);
  if (!read) return null;
  if (!read.isOk && read.isTemporary) return read.retryAfterMs ?? retryAfterMs(step.receivedAt, readAt);
  const finish = (scope: Scoped<SyncContext>, problem: string | null) =>
    finishNotices(scope, job, { steps: [step], problem });
  await persist(ctx, job, {
    async work(scope) {
      if (read.isOk) await read.value(scope, readAt);
      else await noteReadFailed(scope, branch, read);
      await finish(scope, read.isOk ? null : (read.text ?? read.trouble));
    },
    fail: finish,
  });
  return null;
}

/** Stores one payload. An error does not block the other payloads; it is shown in the connection's health. */
async function persist(
  ctx: SyncContext,
  { tenantId, connectionId }: ConnectionRef,
  {
    work,
    fail,
  }: {
    work(scope: Scoped<SyncContext>): Promise<void>;
    fail(scope: Scoped<SyncContext>, problem: string): Promise<void>;
  },
): Promise<void> {
  try {
    await withRetry(ctx, tenantId, work);
  } catch (error) {
    if (isTransient(error)) throw error;
    ctx.log.error({ err: error, tenantId, connectionId }, 'a payload could not be acted on');
    await withTenant(ctx, tenantId, (scope) => fail(scope, 'could not be stored'));
  }
}

/** One at a time: a payload may hold one record twice, and each status counts. */
async function recordDelivered(
  scope: Scoped<SyncContext>,
  source: Source,
  {
    delivered,
    unreadable,
    receivedAt,
    ids,
    branches,
    job,
  }: ItemBatchStep<unknown> & Pick<Taken, 'branches'> & { job: Job },
): Promise<void> {
  const { connectionId } = job;
  for (const branch of branches.filter((one) => one.isActive))
    for (const part of delivered.filter((one) => one.branchExternalId === branch.externalId)) {
      await source.record(scope, branch, { items: part.items, readAt: receivedAt, stretch: 'webhook' });
      await noteUnreadableRecords(scope, connectionId, part.unreadable);
    }
  await noteUnreadableRecords(scope, connectionId, unreadable);
  await finishInbox(scope, ids, 'done', null);
  const parts = Map.groupBy(delivered, (part) => part.branchExternalId);
  const counts = new Map([...parts].map(([externalId, of]) => [externalId, of.length]));
  await recordPayloadCount(scope, { connectionId, counts, at: receivedAt });
  const unknownFields = delivered.flatMap((part) => part.unknownFields);
  await noteUnknownFields(scope, connectionId, unknownFields);
}

/** Stores the results of payloads, and counts them for their branches. */
async function finishNotices(
  scope: Scoped<SyncContext>,
  { connectionId }: ConnectionRef,
  { steps, problem }: { steps: readonly NoticeStep[]; problem: string | null },
): Promise<void> {
  if (steps.length === 0) return;
  const ids = steps.flatMap((step) => step.ids);
  await finishInbox(scope, ids, problem === null ? 'done' : 'failed', problem);
  const counts = new Map<string, number>();
  for (const step of steps)
    counts.set(step.branchExternalId, (counts.get(step.branchExternalId) ?? 0) + step.ids.length);
  const at = steps.map((step) => step.receivedAt).reduce((one, other) => laterOf(one, other));
  await recordPayloadCount(scope, { connectionId, counts, at });
  const unknownFields = steps.flatMap((step) => step.unknownFields);
  await noteUnknownFields(scope, connectionId, unknownFields);
}
