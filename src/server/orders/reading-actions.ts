import { randomUUIDv7 } from 'node:crypto';
import type { BranchId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import {
  noteRead,
  noteReadFailed,
  noteUnknownFields,
  noteUnreadableRecords,
} from '#server/connections/health-actions.ts';
import { syncOrdersJob } from '#server/connections/jobs.ts';
import { checkOrderBranch } from '#server/connections/order-health-actions.ts';
import { noteSyncBegun, noteSyncGivenUp, noteSyncProgress } from '#server/connections/sync-actions.ts';
import type { OrderContext, OrderPage } from '#server/connections/order-port.ts';
import { type Ordering, orderingIfActive } from '#server/connections/ordering-actions.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import { isUnread, type KnownBranch } from '#server/connections/rules.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { isAfter, isBefore } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { branchCaughtUp } from '#server/visits/jobs.ts';
import { queueGuests } from './guests-actions.ts';
import { readPastOrdersJob } from './jobs.ts';
import { recordOrders } from './recording-actions.ts';

type BranchRef = { tenantId: TenantId; branchId: BranchId };
type Refusal = Extract<ProviderResult<unknown>, { isOk: false }>;
type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate };

/** What a branch is read for from scratch: who ordered lately, and what is ordered for the days ahead. */
const SYNC_DAYS = { before: 30, ahead: 7 };
/** Flows are played on so many days; the vendor keeps the details of orders as long. */
const PAST_DAYS = 90;
/** The vendor tells what changed for so long; after a longer silence the days are read. */
const REVISION_HOURS = 3;
/** Who was not asked for so long is read from scratch. */
const MAX_CATCH_UP_DAYS = 30;
/** Whose address the vendor posts to is looked at so often: nobody tells when it is replaced. */
const CHECK_HOURS = 1;
export const RETRY_SECONDS = { least: 5, most: 600 };

/**
 * Asks a branch for orders that changed since it was last asked. What webhooks lost is found here; after a downtime of
 * ours, or of the vendor, the days of the gap are read.
 */
export async function pollOrders(ctx: OrderContext, whose: BranchRef, signal: AbortSignal): Promise<void> {
  const ordering = await openBranch(ctx, whose, signal);
  if (!ordering) return;
  const { branch } = ordering;
  const startedAt = ctx.clock.now();
  const since = branch.changedUntil;
  const eldest = startedAt.subtract({ hours: MAX_CATCH_UP_DAYS * 24 });
  if (!since || isBefore(since, eldest)) return resync(ctx, whose);

  const isCheckDue = !branch.checkedAt || !isAfter(branch.checkedAt.add({ hours: CHECK_HOURS }), startedAt);
  if (isCheckDue && !(await checkOrderBranch(ctx, whose.tenantId, whose.branchId, { signal })).isOk) return;
  const read = await readSince(ctx, ordering, { since, startedAt });
  if (!read.isOk) return noteFailure(ctx, ordering, read);
  if (signal.aborted) return;
  await withTenant(ctx.db, whose.tenantId, async (scope) => {
    const { revision } = read.value;
    await noteRead(ctx, scope, branch, {
      changedUntil: startedAt,
      ...(revision !== null && { readRevision: revision }),
    });
    await tellCaughtUp(ctx, scope, branch);
  });
}

/** Reads a branch from scratch: first what it is, then the orders of the days around. */
export async function syncOrders(
  ctx: OrderContext,
  { tries, ...whose }: BranchRef & { tries: number },
  signal: AbortSignal,
): Promise<void> {
  if (!(await openBranch(ctx, whose, signal))) return;
  const startedAt = ctx.clock.now();
  const checked = await checkOrderBranch(ctx, whose.tenantId, whose.branchId, { signal });
  const ordering = checked.isOk ? await openBranch(ctx, whose, signal) : null;
  const today = ordering ? dayIn(ordering.branch, startedAt) : null;
  const read =
    ordering && today
      ? await readDays(
          ctx,
          ordering,
          { from: today.subtract({ days: SYNC_DAYS.before }), to: today.add({ days: SYNC_DAYS.ahead }) },
          (count) =>
            withTenant(ctx.db, whose.tenantId, (scope) =>
              noteSyncProgress(scope, whose.branchId, { read: count, total: null }),
            ),
        )
      : checked;
  if (!read.isOk) return syncLater(ctx, whose, { tries, refusal: read, ordering });
  if (!ordering || !today || signal.aborted || !('revision' in read.value)) return;
  const { revision } = read.value;
  await withTenant(ctx.db, whose.tenantId, async (scope) => {
    await noteRead(ctx, scope, ordering.branch, {
      changedUntil: startedAt,
      syncedAt: ctx.clock.now(),
      ...(revision !== null && { readRevision: revision }),
    });
    await tellCaughtUp(ctx, scope, ordering.branch);
    const since = today.subtract({ days: PAST_DAYS }).toString();
    const before = today.subtract({ days: SYNC_DAYS.before }).toString();
    await enqueue(scope, readPastOrdersJob, { ...whose, since, before });
  });
}

function openBranch(
  ctx: OrderContext,
  { tenantId, branchId }: BranchRef,
  signal: AbortSignal,
): Promise<Ordering | null> {
  return withTenant(ctx.db, tenantId, (scope) => orderingIfActive(ctx, scope, branchId, signal));
}

type Progress = { revision: number | null };

async function readSince(
  ctx: OrderContext,
  ordering: Ordering,
  { since, startedAt }: { since: Temporal.Instant; startedAt: Temporal.Instant },
): Promise<ProviderResult<Progress>> {
  const { provider, caller, branch } = ordering;
  const isRemembered = !isBefore(since.add({ hours: REVISION_HOURS }), startedAt);
  if (isRemembered && branch.readRevision !== null) {
    const readAt = ctx.clock.now();
    const told = await provider.listChanged(caller, branch, branch.readRevision);
    if (!told.isOk) return told;
    if (told.value !== 'too_old') return record(ctx, ordering, { page: told.value, readAt });
  }
  // An order may be for the day after it was made: what changed in the gap is for its days and those after.
  const from = dayIn(branch, since).subtract({ days: 1 });
  return readDays(ctx, ordering, { from, to: dayIn(branch, startedAt).add({ days: SYNC_DAYS.ahead }) });
}

/**
 * Day by day: more at once may be a larger answer than we take. The first revision is told, so that nothing is left
 * between. A day gone by that the vendor will not tell of keeps none of the others.
 */
export async function readDays(
  ctx: OrderContext,
  ordering: Ordering,
  { from, to }: Days,
  tell: (count: number) => Promise<void> = async () => {},
): Promise<ProviderResult<Progress>> {
  const { provider, caller, branch } = ordering;
  let revision: number | null = null;
  let count = 0;
  for (let day = from; Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 })) {
    if (caller.signal?.aborted) break;
    const readAt = ctx.clock.now();
    const told = await provider.listByDate(caller, branch, { from: day, to: day });
    const isGoneBy = Temporal.PlainDate.compare(day, dayIn(branch, readAt)) < 0;
    if (!told.isOk && told.trouble === 'unexpected_answer' && isGoneBy) continue;
    if (!told.isOk) return told;
    await record(ctx, ordering, { page: told.value, readAt });
    revision ??= told.value.revision;
    const { orders, unreadable } = told.value;
    count += orders.length + unreadable.length;
    if (orders.length > 0) await tell(count);
  }
  return { isOk: true, value: { revision } };
}

async function record(
  ctx: OrderContext,
  { caller, branch }: Ordering,
  { page, readAt }: { page: OrderPage; readAt: Temporal.Instant },
): Promise<{ isOk: true; value: Progress }> {
  await withTenant(ctx.db, caller.tenantId, async (scope) => {
    await recordOrders(ctx, scope, branch, { facts: page.orders, readAt });
    await noteUnreadableRecords(ctx, scope, branch.connectionId, page.unreadable);
    await noteUnknownFields(ctx, scope, branch.connectionId, page.unknownFields);
    await queueGuests(scope, branch, page.orders);
  });
  return { isOk: true, value: { revision: page.revision } };
}

/** @param before the branch as it was before it was read */
async function tellCaughtUp(ctx: OrderContext, scope: TenantScope, before: KnownBranch): Promise<void> {
  const now = ctx.clock.now();
  if (!isUnread(before, now)) return;
  await emit(ctx, scope, branchCaughtUp, {
    dedupeKey: randomUUIDv7(),
    facts: { branchId: before.id },
    occurredAt: now,
  });
}

/** What passes by itself is tried again; the rest is shown, and the next poll tries it from the start. */
async function syncLater(
  ctx: OrderContext,
  whose: BranchRef,
  { tries, refusal, ordering }: { tries: number; refusal: Refusal; ordering: Ordering | null },
): Promise<void> {
  if (ordering) await noteFailure(ctx, ordering, refusal);
  if (!refusal.isTemporary)
    return withTenant(ctx.db, whose.tenantId, (scope) => noteSyncGivenUp(scope, whose.branchId));
  const backOffMs = Math.min(RETRY_SECONDS.most, RETRY_SECONDS.least * 2 ** tries) * 1_000;
  const runAt = ctx.clock.now().add({ milliseconds: Math.round(refusal.retryAfterMs ?? backOffMs) });
  await queueSync(ctx, { ...whose, tries: tries + (isBusy(refusal) ? 0 : 1) }, runAt);
}

async function resync(ctx: OrderContext, whose: BranchRef): Promise<void> {
  await withTenant(ctx.db, whose.tenantId, (scope) => noteSyncBegun(ctx, scope, whose.branchId));
  await queueSync(ctx, { ...whose, tries: 0 });
}

async function queueSync(
  ctx: OrderContext,
  sync: BranchRef & { tries: number },
  runAt?: Temporal.Instant,
): Promise<void> {
  await withTenant(ctx.db, sync.tenantId, (scope) => enqueue(scope, syncOrdersJob, sync, runAt ? { runAt } : {}));
}

/** Too many ask at the moment: that is nobody's trouble. */
const isBusy = ({ retryAfterMs }: Refusal) => retryAfterMs !== null;

async function noteFailure(ctx: OrderContext, { caller, branch }: Ordering, refusal: Refusal): Promise<void> {
  if (isBusy(refusal)) return;
  await withTenant(ctx.db, caller.tenantId, (scope) => noteReadFailed(ctx, scope, branch, refusal));
}

function dayIn({ timeZone }: KnownBranch, at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(timeZone).toPlainDate();
}
