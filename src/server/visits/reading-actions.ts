import { randomUUIDv7 } from 'node:crypto';
import type { BranchId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import { type Booking, bookingIfActive } from '#server/connections/actions.ts';
import {
  checkBranch,
  noteRead,
  noteReadFailed,
  noteUnknownFields,
  noteUnreadableRecords,
} from '#server/connections/health-actions.ts';
import { syncBranchJob } from '#server/connections/jobs.ts';
import { noteSyncBegun, noteSyncGivenUp, noteSyncProgress } from '#server/connections/sync-actions.ts';
import type { BookingContext, ProviderResult } from '#server/connections/port.ts';
import { type KnownBranch, isUnread } from '#server/connections/rules.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { isAfter, isBefore } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/realtime.ts';
import { saveMasters, saveServices } from './catalogue-queries.ts';
import { branchCaughtUp, readClientsJob, readPastJob } from './jobs.ts';
import { recordVisits } from './recording-actions.ts';

type BranchRef = { tenantId: TenantId; branchId: BranchId };
type Refusal = Extract<ProviderResult<unknown>, { isOk: false }>;

/** What a branch is read for from scratch: reminders ahead, and who came lately. */
const SYNC_DAYS = { before: 30, ahead: 90 };
/** Pages of records in one run; then others have their turn. */
export const PAGES_AT_ONCE = 3;
/** A poll asks a little further back than it must: clocks differ, and a change may be stored after it is stamped. */
const OVERLAP_MINUTES = 5;
/** Who was not asked for so long is read from scratch. */
const MAX_CATCH_UP_DAYS = 30;
/** Rights, licence and webhooks are looked at so often: nobody tells when they are taken away. */
const CHECK_HOURS = 1;
/** Of clients' cards little depends on minutes: those whose post was lost are found within so long. */
const CLIENTS_HOURS = 1;
export const RETRY_SECONDS = { least: 5, most: 600 };

/**
 * Asks a branch for everything that changed since it was last asked. What webhooks lost is found here; after a downtime
 * of ours it catches up from where it was.
 */
export async function pollBranch(ctx: BookingContext, whose: BranchRef, signal: AbortSignal): Promise<void> {
  const booking = await openBranch(ctx, whose, signal);
  if (!booking) return;
  const { branch } = booking;
  const startedAt = ctx.clock.now();
  const since = branch.changedUntil;
  const eldest = startedAt.subtract({ hours: MAX_CATCH_UP_DAYS * 24 });
  if (!since || isBefore(since, eldest)) return queueSync(ctx, whose);

  const isCheckDue = !branch.checkedAt || !isAfter(branch.checkedAt.add({ hours: CHECK_HOURS }), startedAt);
  if (isCheckDue && !(await checkBranch(ctx, whose.tenantId, whose.branchId, signal)).isOk) return;
  const which = { changedAfter: since.subtract({ minutes: OVERLAP_MINUTES }) };
  for (let page: number | null = 1; page !== null;) {
    if (signal.aborted) return;
    const read = await readPage(ctx, booking, { which, page });
    if (!read.isOk) return noteFailure(ctx, booking, read);
    page = read.nextPage;
  }
  await withTenant(ctx.db, whose.tenantId, async (scope) => {
    await noteRead(ctx, scope, branch, { changedUntil: startedAt });
    await tellCaughtUp(ctx, scope, branch);
    await readChangedClients(scope, branch, startedAt);
  });
}

/** Cards that were never read to the end are read with the branch. */
async function readChangedClients(
  scope: TenantScope,
  { id: branchId, clientsUntil }: KnownBranch,
  now: Temporal.Instant,
): Promise<void> {
  if (!clientsUntil || isAfter(clientsUntil.add({ hours: CLIENTS_HOURS }), now)) return;
  const changedAfter = clientsUntil.subtract({ minutes: OVERLAP_MINUTES }).toString();
  await enqueue(scope, readClientsJob, { tenantId: scope.tenantId, branchId, changedAfter, page: 1 });
}

type Slice = BranchRef & { page: number; startedAt: string | null; readCount: number; tries: number };

/** Reads a branch from scratch: first what it is and offers, then its records, a few pages a run. */
export async function syncBranch(ctx: BookingContext, slice: Slice, signal: AbortSignal): Promise<void> {
  const booking = await openBranch(ctx, slice, signal);
  if (!booking) return;
  if (slice.page === 0) {
    const startedAt = ctx.clock.now().toString();
    const refusal = await readBranch(ctx, booking, signal);
    return refusal ? syncLater(ctx, booking, slice, refusal) : syncOn(ctx, { ...slice, page: 1, startedAt, tries: 0 });
  }

  const startedAt = Temporal.Instant.from(slice.startedAt ?? ctx.clock.now().toString());
  const today = startedAt.toZonedDateTimeISO(booking.branch.timeZone).toPlainDate();
  const which = { from: today.subtract({ days: SYNC_DAYS.before }), to: today.add({ days: SYNC_DAYS.ahead }) };
  let page: number | null = slice.page;
  let { readCount } = slice;
  for (let pages = 0; page !== null && pages < PAGES_AT_ONCE && !signal.aborted; pages++) {
    const read = await readPage(ctx, booking, { which, page, areCardsReadNext: true });
    if (!read.isOk) return syncLater(ctx, booking, { ...slice, page, readCount }, read);
    page = read.nextPage;
    readCount += read.count;
    const progress = { read: readCount, total: read.total };
    await withTenant(ctx.db, slice.tenantId, (scope) => noteSyncProgress(scope, slice.branchId, progress));
  }
  if (page !== null) return syncOn(ctx, { ...slice, page, readCount, tries: 0 });
  await withTenant(ctx.db, slice.tenantId, async (scope) => {
    await noteRead(ctx, scope, booking.branch, { changedUntil: startedAt, syncedAt: ctx.clock.now() });
    await tellCaughtUp(ctx, scope, booking.branch);
    const { tenantId, branchId } = slice;
    await enqueue(scope, readClientsJob, { tenantId, branchId, changedAfter: null, page: 1 });
    await enqueue(scope, readPastJob, { tenantId, branchId, before: which.from.toString(), page: 1 });
  });
}

/** Reads masters and services. A list that our user may not see is left as it was known. */
export async function readCatalogue(ctx: BookingContext, whose: BranchRef, signal: AbortSignal): Promise<void> {
  const booking = await openBranch(ctx, whose, signal);
  const refusal = booking && (await saveCatalogue(ctx, booking));
  if (refusal) throw new Error(`the catalogue of branch ${whose.branchId}: ${refusal.trouble}`);
}

function openBranch(
  ctx: BookingContext,
  { tenantId, branchId }: BranchRef,
  signal: AbortSignal,
): Promise<Booking | null> {
  return withTenant(ctx.db, tenantId, (scope) => bookingIfActive(ctx, scope, branchId, signal));
}

async function readBranch(ctx: BookingContext, booking: Booking, signal: AbortSignal): Promise<Refusal | null> {
  const checked = await checkBranch(ctx, booking.caller.tenantId, booking.branch.id, signal);
  return checked.isOk ? saveCatalogue(ctx, booking) : checked;
}

/**
 * @returns what stands in the way, unless it is passed over: a right that is missing is named elsewhere, and records are
 *   read without the list as well
 */
async function saveCatalogue(ctx: BookingContext, { provider, caller, branch }: Booking): Promise<Refusal | null> {
  const masters = await provider.listMasters(caller, branch.externalId);
  if (!masters.isOk && !isPassedOver(masters)) return masters;
  const services = await provider.listServices(caller, branch);
  if (!services.isOk && !isPassedOver(services)) return services;
  await withTenant(ctx.db, caller.tenantId, async (scope) => {
    if (services.isOk) await saveServices(scope, branch.id, services.value);
    if (masters.isOk) {
      await saveMasters(scope, branch.id, masters.value);
      const activeMastersCount = masters.value.filter((master) => master.isActive).length;
      await noteRead(ctx, scope, branch, { activeMastersCount });
    }
    await announce(scope, 'visits');
  });
  return null;
}

const isPassedOver = ({ trouble }: Refusal) =>
  trouble === 'rights_missing' || trouble === 'licence_expired' || trouble === 'unexpected_answer';

type PageOfRecords = {
  which: Parameters<Booking['provider']['listVisits']>[2];
  page: number;
  areCardsReadNext?: boolean;
};

/** Reads and records one page. */
export async function readPage(
  ctx: BookingContext,
  { provider, caller, branch }: Booking,
  { which, page, areCardsReadNext = false }: PageOfRecords,
): Promise<{ isOk: true; nextPage: number | null; count: number; total: number | null } | Refusal> {
  const readAt = ctx.clock.now();
  const told = await provider.listVisits(caller, branch, which, page);
  if (!told.isOk) return told;
  const { visits, unreadable, unknownFields, nextPage, total } = told.value;
  await withTenant(ctx.db, caller.tenantId, async (scope) => {
    await recordVisits(ctx, scope, branch, { facts: visits, readAt, areCardsReadNext });
    await noteUnreadableRecords(ctx, scope, branch.connectionId, unreadable);
    await noteUnknownFields(ctx, scope, branch.connectionId, unknownFields);
  });
  return { isOk: true, nextPage, total, count: visits.length + unreadable.length };
}

/** @param before the branch as it was before it was read */
async function tellCaughtUp(ctx: BookingContext, scope: TenantScope, before: KnownBranch): Promise<void> {
  const now = ctx.clock.now();
  if (!isUnread(before, now)) return;
  const facts = { branchId: before.id };
  await emit(ctx, scope, branchCaughtUp, { dedupeKey: randomUUIDv7(), facts, occurredAt: now });
}

async function queueSync(ctx: BookingContext, { tenantId, branchId }: BranchRef): Promise<void> {
  await withTenant(ctx.db, tenantId, (scope) => noteSyncBegun(ctx, scope, branchId));
  await syncOn(ctx, { tenantId, branchId, page: 0, startedAt: null, readCount: 0, tries: 0 });
}

async function syncOn(ctx: BookingContext, slice: Slice, runAt?: Temporal.Instant): Promise<void> {
  await withTenant(ctx.db, slice.tenantId, (scope) => enqueue(scope, syncBranchJob, slice, runAt ? { runAt } : {}));
}

/** What passes by itself is tried again; the rest is shown, and the next poll tries it from the start. */
async function syncLater(ctx: BookingContext, booking: Booking, slice: Slice, refusal: Refusal): Promise<void> {
  await noteFailure(ctx, booking, refusal);
  if (!refusal.isTemporary)
    return withTenant(ctx.db, slice.tenantId, (scope) => noteSyncGivenUp(scope, slice.branchId));
  const backOffMs = Math.min(RETRY_SECONDS.most, RETRY_SECONDS.least * 2 ** slice.tries) * 1_000;
  const afterMs = isBusy(refusal) ? (refusal.retryAfterMs ?? 0) : backOffMs;
  const tries = isBusy(refusal) ? slice.tries : slice.tries + 1;
  await syncOn(ctx, { ...slice, tries }, ctx.clock.now().add({ milliseconds: Math.round(afterMs) }));
}

/** Too many ask at the moment: that is nobody's trouble. */
const isBusy = ({ retryAfterMs }: Refusal) => retryAfterMs !== null;

/** Shows what stands in the way. A refusal for want of rights names which. */
async function noteFailure(ctx: BookingContext, { caller, branch }: Booking, refusal: Refusal): Promise<void> {
  if (isBusy(refusal)) return;
  await withTenant(ctx.db, caller.tenantId, (scope) => noteReadFailed(ctx, scope, branch, refusal));
  if (refusal.trouble === 'rights_missing') await checkBranch(ctx, caller.tenantId, branch.id, caller.signal);
}
