import type { z } from 'zod';
import { recordVerdicts, type MessageDraft, planMessages } from '#server/delivery/planning/actions.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { SlotOfferId } from '#contract/waitlist/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { earlierOf, isAfter, laterOf } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { blockerOf, closeSlot } from './closing-actions.ts';
import { advanceSlotJob } from '#server/waitlist/jobs.ts';
import { lapseOffers, listOffers, setOffersOpen, setOffersSkipped, skipUndelivered } from './offer-queries.ts';
import { loadMaterial, loadReaders, type Material, writeOffer } from './offer-writing.ts';
import { type OfferDecision, decideOffer, endOfOffer } from '#server/waitlist/slots/rules.ts';
import { getSettings, IMPORTANCE, WAITLIST } from '#server/waitlist/settings/settings-actions.ts';
import { findSlotForUpdate } from '#server/waitlist/slots/slot-queries.ts';
import type { StoredOffer, StoredSlot } from '#server/waitlist/slots/stored.ts';

/** Contacts looked at in one transaction. */
const BATCH = 50;
/** Seconds between checks of a slot that is held for a contact: their message may have failed. */
const RECHECK_S = 60;

/**
 * Asks the next contacts about a slot: in turn, one at a time; to all, everybody. Closes it when it is time, or when it
 * is not free any more. Safe to repeat.
 */
export async function advanceSlot(
  scope: ActionScope,
  { slotId }: z.infer<typeof advanceSlotJob.payload>,
): Promise<void> {
  const slot = await findSlotForUpdate(scope, slotId);
  if (slot?.status !== 'open') return;
  const now = scope.clock.now();
  const { settings, version } = await getSettings(scope);
  const blocker = await blockerOf(scope, slot);
  if (blocker) return closeSlot(scope, slot, blocker);
  if (!isAfter(slot.closesAt, now)) return closeSlot(scope, slot, 'unfilled');
  if (!settings.isOn || !(await hasAbility(scope, 'notifications', now))) return closeSlot(scope, slot, 'stopped');

  await skipUndelivered(scope, slot.id);
  await lapseOffers(scope, slot.id, now);
  const [held] = slot.mode === 'order' ? await listOffers(scope, slot.id, { statuses: ['open'], limit: 1 }) : [];
  if (held) return queueNext(scope, slot, earlierOf(held.endsAt ?? slot.closesAt, now.add({ seconds: RECHECK_S })));
  const next = await listOffers(scope, slot.id, { statuses: ['queued'], limit: BATCH });
  const runAt = await offerNext(scope, slot, { next, material: await loadMaterial(scope, settings, slot), version });
  await queueNext(
    scope,
    slot,
    (runAt && earlierOf(runAt, now.add({ seconds: RECHECK_S }))) ?? (next.length === BATCH ? now : slot.closesAt),
  );
  await announce(scope, 'waitlist');
}

async function queueNext(scope: ActionScope, slot: StoredSlot, at: Temporal.Instant): Promise<void> {
  const runAt = earlierOf(slot.closesAt, laterOf(at, scope.clock.now()));
  await enqueue(scope, advanceSlotJob, { tenantId: scope.tenantId, slotId: slot.id }, { runAt });
}

type Decided<Kind> = { offer: StoredOffer; decision: Extract<OfferDecision, { kind: Kind }> };

/** @returns when the asked contact's time to answer ends; null: nobody was asked, or all were */
async function offerNext(
  scope: ActionScope,
  slot: StoredSlot,
  { next, material, version }: { next: readonly StoredOffer[]; material: Material; version: number },
): Promise<Temporal.Instant | null> {
  const now = scope.clock.now();
  const readers = await loadReaders(scope, next, material);
  const chosen: Decided<'send' | 'wait'>[] = [];
  const refused: Decided<'refuse'>[] = [];
  for (const offer of next) {
    const reader = readers.get(offer.contactId);
    const decision: OfferDecision = reader
      ? decideOffer(material.facts, reader.candidate, now)
      : { kind: 'refuse', rule: 'no_contact', compared: {} };
    if (decision.kind === 'refuse') refused.push({ offer, decision });
    else chosen.push({ offer, decision });
    if (slot.mode === 'order' && chosen.length > 0) break;
  }
  await skipCandidate(scope, slot, { refused, version });

  const drafts: MessageDraft[] = [];
  const opened: { id: SlotOfferId; offeredAt: Temporal.Instant; endsAt: Temporal.Instant }[] = [];
  for (const { offer, decision } of chosen) {
    const reader = readers.get(offer.contactId);
    if (!reader) continue;
    const dueAt = decision.kind === 'wait' ? decision.until : now;
    const endsAt = endOfOffer(slot, dueAt);
    opened.push({ id: offer.id, offeredAt: dueAt, endsAt });
    drafts.push({
      sender: { id: WAITLIST.id, kind: WAITLIST.kind, version },
      occasionKey: offer.id,
      subject: { kind: 'visit', id: slot.visitId },
      contactId: offer.contactId,
      channelId: decision.channelId,
      fallbackChannelIds: decision.fallbackChannelIds,
      isMarketing: offer.entryId === null,
      dueAt,
      useBy: endsAt,
      content: writeOffer(scope, material, { slot, offerId: offer.id, reach: reader.reach }),
    });
  }
  if (drafts.length === 0) return null;
  await saveSender(scope, WAITLIST, { importance: IMPORTANCE });
  const planned = await planMessages(scope, drafts);
  await setOffersOpen(
    scope,
    opened.flatMap((one, index) => (planned[index] ? [{ ...one, messageId: planned[index].id }] : [])),
  );
  return slot.mode === 'order' ? (opened[0]?.endsAt ?? null) : null;
}

/** Records who is not asked, and why. */
async function skipCandidate(
  scope: ActionScope,
  slot: StoredSlot,
  { refused, version }: { refused: readonly Decided<'refuse'>[]; version: number },
): Promise<void> {
  if (refused.length === 0) return;
  const skipped: { id: SlotOfferId; rule: DecisionRule }[] = [];
  for (const { offer, decision } of refused) skipped.push({ id: offer.id, rule: decision.rule });
  await setOffersSkipped(scope, skipped);
  await saveSender(scope, WAITLIST, { importance: IMPORTANCE });
  await recordVerdicts(
    scope,
    refused.map(({ offer, decision: { rule, compared } }) => ({
      senderId: WAITLIST.id,
      senderVersion: version,
      subject: { kind: 'visit' as const, id: slot.visitId },
      contactId: offer.contactId,
      step: 1,
      occurrence: 1,
      eventId: null,
      messageId: null,
      stage: 'plan' as const,
      outcome: 'skipped' as const,
      rule,
      compared,
      until: null,
    })),
  );
}
