import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { FreedSlot, getFreedSlot, getWaitlistFigures, listFreedSlots, SlotId } from '#contract/waitlist/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant, resolveNotice } from '#server/tenants/actions.ts';
import { closeSlot } from './closing-actions.ts';
import { noticeKey } from '#server/waitlist/slots/booking-rules.ts';
import {
  countFigures,
  findShownSlot,
  listShownOffers,
  pageOfSlots,
  type Span,
} from '#server/waitlist/slots/listing-queries.ts';
import { findSlotForUpdate, setBooking } from '#server/waitlist/slots/slot-queries.ts';

const MAX_OFFERS = 200;

export async function listSlots(
  scope: ActionScope,
  { from, to, ...query }: QueryOf<typeof listFreedSlots>,
): Promise<ReplyOf<typeof listFreedSlots>> {
  return pageOfSlots(scope, query, await spanOf(scope, { from, to }));
}

export async function getFigures(
  scope: ActionScope,
  period: QueryOf<typeof getWaitlistFigures>,
): Promise<ReplyOf<typeof getWaitlistFigures>> {
  return countFigures(scope, await spanOf(scope, period));
}

export async function getSlot(scope: ActionScope, id: SlotId): Promise<ReplyOf<typeof getFreedSlot>> {
  return { ...(await getShown(scope, id)), offers: await listShownOffers(scope, id, MAX_OFFERS) };
}

/** Stops offering a slot. */
export async function stopSlot(scope: ActionScope, id: SlotId): Promise<FreedSlot> {
  const slot = await findSlotForUpdate(scope, id);
  if (!slot) throw new Problem('freed_slot.not_found');
  if (slot.status !== 'open') throw new Problem('waitlist.slot_closed', { status: slot.status });
  await closeSlot(scope, slot, 'stopped');
  return getShown(scope, id);
}

/** Records that a member has entered the winner's visit. */
export async function markEntered(scope: ActionScope, id: SlotId): Promise<FreedSlot> {
  const slot = await findSlotForUpdate(scope, id);
  if (!slot) throw new Problem('freed_slot.not_found');
  if (slot.booking === 'entered') return getShown(scope, id);
  if (slot.booking !== 'by_staff' && slot.booking !== 'failed')
    throw new Problem('waitlist.slot_closed', { status: slot.status });
  await setBooking(scope, id, { booking: 'entered' });
  await resolveNotice(scope, scope.clock.now(), noticeKey(id));
  await announce(scope, 'waitlist');
  return getShown(scope, id);
}

async function getShown(scope: ActionScope, id: SlotId): Promise<FreedSlot> {
  const slot = await findShownSlot(scope, id);
  if (!slot) throw new Problem('freed_slot.not_found');
  return slot;
}

/** Days of the cabinet, both included. */
async function spanOf(
  scope: ActionScope,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Span> {
  const { timeZone } = await getTenant(scope);
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone }).toInstant();
  return {
    since: from === undefined ? null : startOf(Temporal.PlainDate.from(from)),
    until: to === undefined ? null : startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
  };
}
