import type { BranchId, ConnectionTrouble } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';
import { noteReadFailed } from '#server/connections/storage/health-actions.ts';
import { type OpenBranch, openBranch } from '#server/connections/storage/opening-actions.ts';
import type { NewVisit, SourceContext } from '#server/connections/port.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findExternalIds } from './creating-queries.ts';
import { isOwnBranch } from './own-actions.ts';
import { recordVisits } from '#server/visits/recording/recording-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

/** A visit by our ids. */
export type VisitOrder = Omit<NewVisit, 'masterExternalId' | 'serviceExternalIds' | 'client'> & {
  branchId: BranchId;
  masterId: MasterId | null;
  serviceIds: readonly ServiceId[];
  client: { name: string; phone: string | null };
};

/**
 * - `unsupported`: a person has to enter it: the system creates no visits, or lacks something to name in one.
 * - `taken`: the master has another visit then. `failed`: with `isTemporary` it may be retried, which is safe.
 */
export type VisitCreation =
  | { kind: 'done'; visitId: VisitId }
  | { kind: 'taken' | 'unsupported' }
  | { kind: 'failed'; trouble: ConnectionTrouble; text: string | null; isTemporary: boolean };

/** Creates a visit in the booking system, and stores it as it was created. Safe to repeat with the same key. */
export async function createVisit(ctx: SourceContext, tenantId: TenantId, order: VisitOrder): Promise<VisitCreation> {
  const opened = await withTenant(ctx, tenantId, async (scope) => {
    const branch = await openIfPossible(() => openBranch(scope, order.branchId, { isUrgent: true }));
    if (!branch || !branch.branch.isActive || (await isOwnBranch(scope, order.branchId))) return null;
    const { masterId, serviceIds } = order;
    const ids = masterId && (await findExternalIds(scope, { masterId, serviceIds }));
    return ids && { ...branch, ids };
  });
  const { phone, name } = order.client;
  const bookings = opened?.provider.bookings;
  if (!opened || !bookings?.createVisit || phone === null) return { kind: 'unsupported' };
  const { caller, branch, ids } = opened;
  const { key, startsAt, durationMinutes, comment } = order;
  const readAt = ctx.clock.now();
  const visit = { key, startsAt, durationMinutes, comment, ...ids, client: { name, phone } };
  const result = await bookings.createVisit(caller, branch, visit);
  if (!result.isOk) {
    const { trouble, text, isTemporary } = result;
    if (!isTemporary) await withTenant(ctx, tenantId, (scope) => noteReadFailed(scope, branch, result));
    return { kind: 'failed', trouble, text, isTemporary };
  }
  const facts = result.value;
  if (facts === 'taken') return { kind: 'taken' };
  return withTenant(ctx, tenantId, async (scope) => {
    const visitId = (await recordVisits(scope, branch, { facts: [facts], readAt })).get(facts.externalId);
    if (!visitId) throw new Error('A created visit was not recorded');
    return { kind: 'done', visitId };
  });
}

/** Days after that of the taken time on which another is searched. */
const NEXT_DAYS = 3;
/** Nobody comes sooner. */
export const SOONEST_MINUTES = 60;

/**
 * Finds the free time of a master that is nearest to one that is taken, on its day or one of the next.
 *
 * @returns null where there is none, or the booking system does not report it
 */
export async function findNearestTime(
  ctx: SourceContext,
  tenantId: TenantId,
  taken: Pick<VisitOrder, 'branchId' | 'masterId' | 'startsAt' | 'durationMinutes'>,
): Promise<Temporal.Instant | null> {
  const { branchId, masterId, startsAt, durationMinutes } = taken;
  const opened = await withTenant(ctx, tenantId, async (scope) => {
    const branch = await openIfPossible(() => openBranch(scope, branchId, { isUrgent: true }));
    const ids = masterId && branch?.branch.isActive ? await findExternalIds(scope, { masterId, serviceIds: [] }) : null;
    return branch && ids && { ...branch, ids };
  });
  const bookings = opened?.provider.bookings;
  if (!opened || !bookings?.listFreeTimes) return null;
  const { caller, branch, ids } = opened;
  const soonest = ctx.clock.now().add({ minutes: SOONEST_MINUTES });
  const first = startsAt.toZonedDateTimeISO(branch.timeZone).toPlainDate();
  for (let after = 0; after <= NEXT_DAYS; after++) {
    const day = first.add({ days: after });
    const wanted = { masterExternalId: ids.masterExternalId, day, durationMinutes };
    const free = await bookings.listFreeTimes(caller, branch, wanted);
    if (!free.isOk) return null;
    const nearest = nearestTo(
      startsAt,
      free.value.filter((at) => isAfter(at, soonest)),
      durationMinutes,
    );
    if (nearest) return nearest;
  }
  return null;
}

/** @param minutes times that are nearer overlap the taken one */
function nearestTo(
  taken: Temporal.Instant,
  times: readonly Temporal.Instant[],
  minutes: number,
): Temporal.Instant | null {
  const away = (at: Temporal.Instant) => Math.abs(at.epochMilliseconds - taken.epochMilliseconds);
  const apart = times.filter((at) => away(at) >= minutes * 60_000);
  return apart.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

async function openIfPossible(open: () => Promise<OpenBranch>): Promise<OpenBranch | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
