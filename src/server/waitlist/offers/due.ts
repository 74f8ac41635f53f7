import { refusalOf } from '#contract/delivery/compared.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { DueAnswer, DueCheck } from '#server/delivery/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { blockerOf } from './closing-actions.ts';
import { advanceSlotJob } from '#server/waitlist/jobs.ts';
import { listOffersOfMessages, setOffersSkipped, setOfferTimes } from './offer-queries.ts';
import { loadMaterial, loadReaders, writeOffer } from './offer-writing.ts';
import { decideOffer, endOfOffer } from '#server/waitlist/slots/rules.ts';
import { getSettings } from '#server/waitlist/settings/settings-actions.ts';
import { findSlot } from '#server/waitlist/slots/slot-queries.ts';
import type { StoredOffer, StoredSlot } from '#server/waitlist/slots/stored.ts';

const CLOSED: DueAnswer = { kind: 'skip', rule: 'slot_closed', compared: {} };

/** Decides again about offers just before they leave: an offer of a slot that is not free any more is not sent. */
export const checkDueOfWaitlist: DueCheck = async (scope, messages, now) => {
  const answers = new Map<MessageId, DueAnswer>();
  const offers = await listOffersOfMessages(
    scope,
    messages.map(({ id }) => id),
  );
  for (const [slotId, ofSlot] of Map.groupBy(offers, (offer) => offer.slotId)) {
    const slot = await findSlot(scope, slotId);
    for (const [id, answer] of slot ? await answerAll(scope, slot, { offers: ofSlot, now }) : [])
      answers.set(id, answer);
  }
  return answers;
};

async function answerAll(
  scope: ActionScope,
  slot: StoredSlot,
  { offers, now }: { offers: readonly StoredOffer[]; now: Temporal.Instant },
): Promise<Map<MessageId, DueAnswer>> {
  const { settings } = await getSettings(scope);
  const isOffered = slot.status === 'open' && isAfter(slot.closesAt, now) && settings.isOn;
  const isFree = isOffered && (await blockerOf(scope, slot)) === null;
  const material = isFree ? await loadMaterial(scope, settings, slot) : null;
  const readers = material && (await loadReaders(scope, offers, material));
  const answers = new Map<MessageId, DueAnswer>();
  const skipped: Parameters<typeof setOffersSkipped>[1][number][] = [];
  for (const offer of offers) {
    const { messageId } = offer;
    if (messageId === null) continue;
    const reader = readers?.get(offer.contactId);
    if (!material || !reader || offer.status !== 'open') {
      answers.set(messageId, CLOSED);
      continue;
    }
    const decision = decideOffer(material.facts, reader.candidate, now);
    if (decision.kind === 'refuse') {
      answers.set(messageId, { kind: 'skip', ...refusalOf(decision) });
      skipped.push({ id: offer.id, rule: decision.rule });
    } else if (decision.kind === 'wait') {
      const { until } = decision;
      answers.set(messageId, { kind: 'defer', until, ...refusalOf(decision) });
      await setOfferTimes(scope, offer.id, { offeredAt: until, endsAt: endOfOffer(slot, until) });
    } else {
      const content = writeOffer(scope, material, { slot, offerId: offer.id, reach: reader.reach });
      answers.set(messageId, { kind: 'send', content });
    }
  }
  await setOffersSkipped(scope, skipped);
  const isChanged = !isFree || skipped.length > 0;
  if (isChanged) await enqueue(scope, advanceSlotJob, { tenantId: scope.tenantId, slotId: slot.id });
  return answers;
}
