import type { ConnectionId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import { type Booking, bookingOf, listBranches, providerOf } from '#server/connections/actions.ts';
import {
  recordPayloadCount,
  noteReadFailed,
  noteUnknownFields,
  noteUnreadable,
} from '#server/connections/health-actions.ts';
import { readPayloadJob } from '#server/connections/jobs.ts';
import type { BookingContext } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/rules.ts';
import { isTransient } from '#server/platform/db-errors.ts';
import { type TenantScope, withRetry, withTenant } from '#server/platform/db.ts';
import { finishInbox, type InboxRow, takeInbox } from '#server/platform/inbox.ts';
import { isAfter, laterOf } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { recordClient } from './clients-actions.ts';
import { readCatalogueJob } from './jobs.ts';
import { type Payload, sortPayloads } from './payloads.ts';
import { listKnownClients, listReadTimes } from './queries.ts';
import { recordGone, recordVisits } from './recording-actions.ts';

/** One change makes the vendor post several times; so long after the last post of a burst it is read, and once. */
const QUIET_MS = 400;
/** A stream of posts that never pauses is read all the same. */
const PATIENCE_MS = 2_000;
/** Few, so that tenants take turns: each may cost a call. */
const POSTS_AT_ONCE = 40;
/** Masters and services are changed several in a row. */
const CATALOGUE_QUIET_SECONDS = 20;
/** While the vendor does not answer, it is asked again after half the post's age, within these bounds. */
const RETRY_MS = { least: 3_000, most: 300_000 };

type ConnectionRef = { tenantId: TenantId; connectionId: ConnectionId };
type Reading = ConnectionRef & { hasWaited: boolean };

/**
 * Reads what the vendor posted. Posts are unsigned and come late, twice or in the wrong order, so they only say what to
 * look at: each record is read from the vendor before anything is done about it, once for all posts about it.
 */
export async function readPayloads(ctx: BookingContext, reading: Reading, signal: AbortSignal): Promise<void> {
  const { hasWaited, ...whose } = reading;
  const taken = await withTenant(ctx.db, whose.tenantId, (scope) => takePayloads(ctx, scope, whose, hasWaited));
  if (!taken) return;
  for (const { branch, payload } of taken.wanted) {
    const retryAfterMs = signal.aborted ? 0 : await handlePayload(ctx, whose, { branch, payload }, signal);
    if (retryAfterMs !== null) return readOn(ctx, whose, retryAfterMs);
  }
  if (taken.isMore) await readOn(ctx, whose, 0);
}

async function readOn(ctx: BookingContext, whose: ConnectionRef, afterMs: number): Promise<void> {
  const runAt = ctx.clock.now().add({ milliseconds: Math.round(afterMs) });
  await withTenant(ctx.db, whose.tenantId, (scope) =>
    enqueue(scope, readPayloadJob, { ...whose, hasWaited: true }, { runAt }),
  );
}

type Wanted = { branch: KnownBranch; payload: Payload };

/** What waits to be acted on; what nobody needs is finished here. @returns null when there is nothing to do now */
async function takePayloads(
  ctx: BookingContext,
  scope: TenantScope,
  whose: ConnectionRef,
  hasWaited: boolean,
): Promise<{ wanted: Wanted[]; isMore: boolean } | null> {
  const provider = await providerOf(ctx, scope, whose.connectionId);
  const rows = await takeInbox(scope, whose.connectionId, POSTS_AT_ONCE);
  if (rows.length === 0 || !provider) return null;
  const waitMs = hasWaited ? 0 : burstLeftMs(rows, ctx.clock.now());
  if (waitMs > 0) {
    const runAt = ctx.clock.now().add({ milliseconds: waitMs });
    await enqueue(scope, readPayloadJob, { ...whose, hasWaited: true }, { runAt });
    return null;
  }

  const { payloads, unreadable } = sortPayloads(provider, rows);
  for (const { id, problem } of unreadable) await finishInbox(scope, [id], 'unreadable', problem);
  if (unreadable.length > 0) await noteUnreadable(ctx, scope, whose.connectionId);
  const branches = await listBranches(scope, { connectionId: whose.connectionId });
  const wanted: Wanted[] = [];
  for (const [externalId, ofBranch] of Map.groupBy(payloads, (payload) => payload.notice.branchExternalId)) {
    const branch = branches.find((one) => one.externalId === externalId && one.isActive);
    const needed = branch ? await neededOf(scope, branch, ofBranch) : [];
    if (branch) wanted.push(...needed.map((payload) => ({ branch, payload })));
    await finish(ctx, scope, whose, {
      payloads: ofBranch.filter((payload) => !needed.includes(payload)),
      state: 'done',
    });
  }
  return { wanted, isMore: rows.length === POSTS_AT_ONCE };
}

/** Milliseconds until a burst is taken to be over; 0 when it is, or has lasted long enough. */
function burstLeftMs(rows: readonly InboxRow[], now: Temporal.Instant): number {
  const ages = rows.map((row) => now.since(row.receivedAt).total('milliseconds'));
  const isOver = Math.min(...ages) >= QUIET_MS || Math.max(...ages) >= PATIENCE_MS || rows.length === POSTS_AT_ONCE;
  return isOver ? 0 : Math.ceil(QUIET_MS - Math.max(0, Math.min(...ages)));
}

/** Posts about what is ours, and not read since they came. Clients who are not known yet are read within the hour, many at once. */
async function neededOf(scope: TenantScope, branch: KnownBranch, payloads: readonly Payload[]): Promise<Payload[]> {
  const idsOf = (kind: Payload['notice']['kind']) =>
    payloads.flatMap(({ notice }) => (notice.kind === kind ? [notice.externalId] : []));
  const readTimes = await listReadTimes(scope, branch.id, idsOf('visit'));
  const known = await listKnownClients(scope, branch.id, idsOf('client'));
  return payloads.filter(({ notice: { kind, externalId }, receivedAt }) => {
    if (kind === 'client') return known.has(externalId);
    const readAt = readTimes.get(externalId);
    const isReadSince = readAt && isAfter(readAt, receivedAt);
    return kind === 'catalogue' || (kind === 'visit' && !isReadSince);
  });
}

/** @returns milliseconds after which to try again, or null when the post is dealt with */
async function handlePayload(
  ctx: BookingContext,
  whose: ConnectionRef,
  { branch, payload }: Wanted,
  signal: AbortSignal,
): Promise<number | null> {
  const booking = await withTenant(ctx.db, whose.tenantId, (scope) => bookingOf(ctx, scope, branch.id, { signal }));
  const readAt = ctx.clock.now();
  const read = await readAgain(booking, payload);
  if (!read.isOk && read.isTemporary) return read.retryAfterMs ?? retryAfter(payload, readAt);
  try {
    await withRetry(ctx.db, whose.tenantId, async (scope) => {
      if (!read.isOk) await noteReadFailed(ctx, scope, branch, read);
      else await read.record(ctx, scope, readAt);
      const problem = read.isOk ? null : (read.text ?? read.trouble);
      await finish(ctx, scope, whose, { payloads: [payload], state: read.isOk ? 'done' : 'failed', problem });
    });
  } catch (error) {
    if (isTransient(error)) throw error;
    // One record that cannot be stored must not keep the others waiting; it is shown in the connection's health.
    ctx.log.error({ err: error, ...whose }, 'a post could not be acted on');
    await withTenant(ctx.db, whose.tenantId, (scope) =>
      finish(ctx, scope, whose, { payloads: [payload], state: 'failed', problem: 'could not be stored' }),
    );
  }
  return null;
}

/** Asks the vendor for what a post is about, and says how to write that down. */
async function readAgain({ provider, caller, branch }: Booking, { notice }: Payload) {
  const { externalId } = notice;
  type Record = (ctx: BookingContext, scope: TenantScope, readAt: Temporal.Instant) => Promise<void>;
  const found = (record: Record) => ({ isOk: true, record }) as const;

  if (notice.kind === 'visit') {
    const told = await provider.getVisit(caller, branch, externalId);
    if (!told.isOk) return told;
    const facts = told.value;
    return found(async (ctx, scope, readAt) => {
      if (facts) await recordVisits(ctx, scope, branch, { facts: [facts], readAt });
      else await recordGone(ctx, scope, branch, { externalId, readAt });
    });
  }
  if (notice.kind === 'client') {
    const told = await provider.getClient(caller, branch, externalId);
    if (!told.isOk) return told;
    const client = told.value;
    return found(async (ctx, scope, readAt) => {
      if (client) await recordClient(ctx, scope, branch.id, { client, readAt });
    });
  }
  return found(async (ctx, scope) => {
    const runAt = ctx.clock.now().add({ seconds: CATALOGUE_QUIET_SECONDS });
    await enqueue(scope, readCatalogueJob, { tenantId: scope.tenantId, branchId: branch.id }, { runAt });
  });
}

function retryAfter({ receivedAt }: Payload, now: Temporal.Instant): number {
  const ageMs = now.since(receivedAt).total('milliseconds');
  return Math.min(RETRY_MS.most, Math.max(RETRY_MS.least, ageMs / 2));
}

/** Says what became of posts, and counts them for their branches. */
async function finish(
  ctx: BookingContext,
  scope: TenantScope,
  { connectionId }: ConnectionRef,
  {
    payloads,
    state,
    problem = null,
  }: { payloads: readonly Payload[]; state: 'done' | 'failed'; problem?: string | null },
): Promise<void> {
  if (payloads.length === 0) return;
  await finishInbox(
    scope,
    payloads.flatMap(({ ids }) => ids),
    state,
    problem,
  );
  const counts = new Map<string, number>();
  for (const { ids, notice } of payloads)
    counts.set(notice.branchExternalId, (counts.get(notice.branchExternalId) ?? 0) + ids.length);
  const at = payloads.map((payload) => payload.receivedAt).reduce((one, other) => laterOf(one, other));
  await recordPayloadCount(ctx, scope, { connectionId, counts, at });
  await noteUnknownFields(
    ctx,
    scope,
    connectionId,
    payloads.flatMap(({ unknownFields }) => unknownFields),
  );
}
