import type { OnlineBookingId } from '#contract/booking/online.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { ensureContactOfPhone } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant, raiseNotice } from '#server/tenants/actions.ts';
import { createVisit, type VisitCreation } from '#server/visits/changes/creating-actions.ts';
import { enterBookingJob } from '#server/booking/jobs.ts';
import { text } from '#server/booking/links/texts.ts';
import { findOnlineBooking, type OnlineBooking, settleOnlineBooking } from './online-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

type Entering = { tenantId: TenantId; bookingId: OnlineBookingId; attempt: number };

/** Seconds before the next attempt to reach the booking system; then staff enters the visit. */
const RETRY_SECONDS = [3, 10, 30, 60, 120, 300];

/**
 * Enters a booked visit into the booking system under the key of its form: a call whose answer was lost is repeated and finds
 * the visit. Where it cannot be entered, staff does it. Safe to repeat.
 */
export async function enterBooking(ctx: SourceContext, entering: Entering): Promise<void> {
  const { tenantId, bookingId } = entering;
  const found = await withTenant(ctx, tenantId, async (scope) => {
    const booking = await findOnlineBooking(scope, bookingId);
    if (booking?.status !== 'pending') return null;
    return { booking, comment: text((await getTenant(scope)).customerLanguage, 'online.comment') };
  });
  if (!found) return;
  const result = await createWithFirstFree(ctx, tenantId, found);
  await withTenant(ctx, tenantId, (scope) => recordResult(scope, entering, result));
}

/** Creates the visit with the first of the masters whose time is still free. */
async function createWithFirstFree(
  ctx: SourceContext,
  tenantId: TenantId,
  { booking, comment }: { booking: OnlineBooking; comment: string },
): Promise<VisitCreation> {
  const { formKey: key, branchId, serviceId, startsAt, name, phone } = booking;
  const order = { key, branchId, serviceIds: [serviceId], startsAt, client: { name, phone }, comment };
  for (const { masterId, minutes } of booking.masters) {
    const created = await createVisit(ctx, tenantId, { ...order, masterId, durationMinutes: minutes });
    if (created.kind !== 'taken') return created;
  }
  return { kind: 'taken' };
}

async function recordResult(scope: ActionScope, entering: Entering, result: VisitCreation): Promise<void> {
  const booking = await findOnlineBooking(scope, entering.bookingId, { isLocked: true });
  if (booking?.status !== 'pending') return;
  const settle = (outcome: Pick<OnlineBooking, 'status' | 'visitId'>) =>
    settleOnlineBooking(scope, booking.id, { ...outcome, at: scope.clock.now() });
  if (result.kind === 'failed' && result.isTemporary && (await tryLater(scope, entering))) return;
  if (result.kind === 'done') await settle({ status: 'booked', visitId: result.visitId });
  else if (result.kind === 'taken') await settle({ status: 'taken', visitId: null });
  else {
    await settle({ status: 'failed', visitId: null });
    await callStaff(scope, booking);
  }
  await announce(scope, 'booking');
}

/** @returns false when there were enough attempts */
async function tryLater(scope: ActionScope, entering: Entering): Promise<boolean> {
  const seconds = RETRY_SECONDS[entering.attempt];
  if (seconds === undefined) return false;
  const runAt = scope.clock.now().add({ seconds });
  await enqueue(scope, enterBookingJob, { ...entering, attempt: entering.attempt + 1 }, { runAt });
  return true;
}

/** Has staff check and enter the visit by hand: the visitor was promised an answer. */
async function callStaff(scope: ActionScope, booking: OnlineBooking): Promise<void> {
  const { name, phone, language, startsAt, branchId } = booking;
  const contactId = await ensureContactOfPhone(scope, { name, phone, language });
  const branch = await findBranch(scope, branchId);
  await raiseNotice(scope, scope.clock.now(), {
    kind: 'visit_to_enter',
    key: `online-booking:${booking.id}`,
    severity: 'bad',
    params: { contactId, contactName: name, startsAt: startsAt.toString(), timeZone: branch?.timeZone },
  });
}
