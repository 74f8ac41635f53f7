import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { SourceContext, VisitFacts } from '#server/connections/port.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { changeBlocker, hasMoved, mayCancel, type VisitChange } from '#server/visits/storage/rules.ts';
import { NOT_CONNECTED, openVisit, recordOne, refused } from './opened-actions.ts';

/**
 * - `taken`: the master has another visit then. `past`: the visit or the new time has begun.
 * - `unsupported`: the booking system moves no visits, or the visit is of an API client.
 * - `failed` with `cancel_closed`: the branch does not let customers move, or not so late.
 */
export type VisitMove = VisitChange | { kind: 'taken' } | { kind: 'unsupported' };

/**
 * Moves a visit in the booking system to another start, with the same master and services, as late as the branch lets
 * customers do so. Safe to repeat.
 *
 * @param expectedStart the start the contact answers about: a visit that has moved to another start is not changed
 */
export async function moveVisit(
  ctx: SourceContext,
  tenantId: TenantId,
  visitId: VisitId,
  { startsAt, expectedStart }: { startsAt: Temporal.Instant; expectedStart?: Temporal.Instant | undefined },
): Promise<VisitMove> {
  const { externalId, opened, isOwn } = await openVisit(ctx, tenantId, visitId);
  if (isOwn) return { kind: 'unsupported' };
  if (!opened) return NOT_CONNECTED;
  const { caller, branch, provider } = opened;
  if (!provider.bookings?.moveVisit) return { kind: 'unsupported' };
  const now = ctx.clock.now();
  if (!isAfter(startsAt, now)) return { kind: 'past' };
  const isInTime = (current: VisitFacts) => mayCancel(current.startsAt, branch.moveClosesMinutes, now);
  const isWanted = (current: VisitFacts) =>
    changeBlocker(current, now) === null &&
    !current.startsAt.equals(startsAt) &&
    !hasMoved(current, expectedStart) &&
    isInTime(current);
  const result = await provider.bookings.moveVisit(caller, branch, externalId, { startsAt, isWanted });
  if (!result.isOk) return refused(ctx, opened, result);
  if (result.value === 'taken') return { kind: 'taken' };

  const { visit, isWritten } = result.value;
  const recorded = await recordOne(ctx, opened, visitId, { externalId, facts: visit, readAt: now });
  if (!visit) return { kind: 'gone' };
  if (isWritten) return { kind: 'done', visit: recorded };
  const blocker = changeBlocker(visit, now);
  if (blocker) return { kind: blocker };
  if (visit.startsAt.equals(startsAt)) return { kind: 'already', visit: recorded };
  if (hasMoved(visit, expectedStart)) return { kind: 'moved', visit: recorded };
  return { kind: 'failed', trouble: 'cancel_closed', text: null, isTemporary: false };
}
