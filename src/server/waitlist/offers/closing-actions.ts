import type { SlotOfferId, SlotStatus } from '#contract/waitlist/calls.ts';
import { cancelMessages } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import { findVisitWithin } from '#server/visits/storage/overlap-reads.ts';
import { endOffers } from './offer-queries.ts';
import { isInTheWay } from '#server/waitlist/slots/rules.ts';
import { setSlotClosed } from '#server/waitlist/slots/slot-queries.ts';
import type { StoredSlot } from '#server/waitlist/slots/stored.ts';

/** Stops offering a locked slot: its offers end, and messages that wait are not sent. */
export async function closeSlot(
  scope: ActionScope,
  { id, status }: Pick<StoredSlot, 'id' | 'status'>,
  to: Exclude<SlotStatus, 'open' | 'filled'>,
): Promise<void> {
  if (status !== 'open') return;
  await setSlotClosed(scope, id, { status: to, at: scope.clock.now() });
  await endAllOffers(scope, id, { status: to === 'unfilled' ? 'lapsed' : 'withdrawn' });
}

/** Ends the offers that are not answered. @param ended.but the offer that won */
export async function endAllOffers(
  scope: ActionScope,
  slotId: StoredSlot['id'],
  ended: { status: 'lost' | 'withdrawn' | 'lapsed'; but?: SlotOfferId },
): Promise<void> {
  const ids = await endOffers(scope, slotId, ended);
  if (ids.length > 0) await cancelMessages(scope, { ids }, 'slot_closed');
  await announce(scope, 'waitlist');
}

/** Why the time of a slot is not free any more, as far as the booking system has reported; null while it is. */
export async function blockerOf(scope: ActionScope, slot: StoredSlot): Promise<'restored' | 'taken' | null> {
  const { visitId, branchId, masterId, startsAt, durationMinutes } = slot;
  const [visit] = await getVisitFacts(scope, [visitId]);
  if (!visit || isInTheWay(visit, slot)) return 'restored';
  if (masterId === null) return null;
  const until = startsAt.add({ minutes: durationMinutes });
  const other = await findVisitWithin(scope, { branchId, masterId, from: startsAt, until });
  return other === null ? null : 'taken';
}
