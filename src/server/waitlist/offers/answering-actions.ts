import type { ContactId } from '#contract/contacts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { SlotOfferId } from '#contract/waitlist/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { blockerOf, closeSlot, endAllOffers } from './closing-actions.ts';
import { isContactWaiting, setEntryStatus } from '#server/waitlist/entries/entry-queries.ts';
import { advanceSlotJob, bookSlotJob } from '#server/waitlist/jobs.ts';
import { findOffer, isHeldByAnother, setOfferAnswered } from './offer-queries.ts';
import { type OfferState, offerState } from '#server/waitlist/slots/rules.ts';
import { claimSlot, findSlot, findSlotForUpdate } from '#server/waitlist/slots/slot-queries.ts';
import type { StoredOffer, StoredSlot } from '#server/waitlist/slots/stored.ts';
import { nearestLine, text, whenOf } from '#server/waitlist/settings/texts.ts';

/** An offer with its slot, and what it comes to now. */
export type KnownOffer = { offer: StoredOffer; slot: StoredSlot; state: OfferState };

/** @returns null where the offer does not exist, or its message was never to be sent */
export async function findKnownOffer(scope: ActionScope, offerId: SlotOfferId): Promise<KnownOffer | null> {
  const offer = await findOffer(scope, offerId);
  const slot = offer && (await findSlot(scope, offer.slotId));
  if (!slot || offer.status === 'queued') return null;
  const now = scope.clock.now();
  const isHeld = await isHeldByAnother(scope, offer, now);
  return { offer, slot, state: offerState(slot, offer, { isHeld, now }) };
}

/**
 * Gives the slot to the contact of an offer, where it is still free: the first who accepts has it. Accepting again changes
 * nothing.
 *
 * @param contactId of the contact who accepts; an offer to another is not theirs
 */
export async function acceptOffer(
  scope: ActionScope,
  { offerId, contactId }: { offerId: SlotOfferId; contactId?: ContactId },
): Promise<KnownOffer | null> {
  const offered = await findOffer(scope, offerId);
  if (!offered || (contactId && offered.contactId !== contactId)) return null;
  await findSlotForUpdate(scope, offered.slotId); // NOTE: the next contact is asked under this lock
  const known = await findKnownOffer(scope, offerId);
  if (!known || (known.state !== 'free' && known.state !== 'declined')) return known;
  const { slot, offer } = known;
  const blocker = await blockerOf(scope, slot);
  if (blocker) {
    const locked = await findSlotForUpdate(scope, slot.id);
    if (locked) await closeSlot(scope, locked, blocker);
    return findKnownOffer(scope, offerId);
  }
  const now = scope.clock.now();
  if (await claimSlot(scope, offerId, now)) {
    await setOfferAnswered(scope, offerId, { status: 'accepted', at: now });
    await endAllOffers(scope, slot.id, { status: 'lost', but: offerId });
    if (offer.entryId !== null) await setEntryStatus(scope, offer.entryId, { status: 'served', now });
    await enqueue(scope, bookSlotJob, { tenantId: scope.tenantId, slotId: slot.id, failures: 0 });
    await announce(scope, 'waitlist');
  }
  return findKnownOffer(scope, offerId);
}

/** Records that the contact does not want the slot; the next is asked at once. Declining again changes nothing. */
export async function declineOffer(
  scope: ActionScope,
  { offerId, contactId }: { offerId: SlotOfferId; contactId?: ContactId },
): Promise<KnownOffer | null> {
  const known = await findKnownOffer(scope, offerId);
  if (!known || (contactId && known.offer.contactId !== contactId)) return null;
  const { slot, offer } = known;
  const now = scope.clock.now();
  if (offer.status === 'open' && slot.status === 'open' && isAfter(slot.closesAt, now)) {
    await setOfferAnswered(scope, offerId, { status: 'declined', at: now });
    await enqueue(scope, advanceSlotJob, { tenantId: scope.tenantId, slotId: slot.id });
    await announce(scope, 'waitlist');
  }
  return findKnownOffer(scope, offerId);
}

/** The reply to the contact's answer in the conversation. */
export async function offerReply(
  scope: ActionScope,
  { offer, slot, state }: KnownOffer,
  language: Language,
): Promise<MessageContent> {
  const isWaiting = await isContactWaiting(scope, offer.contactId);
  const reply = state === 'declined' && isWaiting ? 'declined_waiting' : state;
  const lines = [text(language, `reply.${reply}`, { when: whenOf(slot, language) })];
  if (state === 'lost' || state === 'refused') lines.push(...nearestLine(slot, language, scope.clock.now()));
  if (isWaiting && state !== 'yours' && state !== 'declined') lines.push(text(language, 'reply.stay'));
  return { text: lines.join('\n'), image: null, buttons: [], templates: [] };
}
