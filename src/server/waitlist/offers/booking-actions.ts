import type { z } from 'zod';
import { VisitId } from '#contract/visits/calls.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { channelsOf, chooseChannel } from '#server/contacts/book/channel-choice-rules.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant, raiseNotice } from '#server/tenants/actions.ts';
import { cancelVisit } from '#server/visits/changes/actions.ts';
import { createVisit, findNearestTime, type VisitCreation } from '#server/visits/changes/creating-actions.ts';
import { noticeKey, retryAfterSeconds } from '#server/waitlist/slots/booking-rules.ts';
import { findGivenUpVisit, setEntryStatus } from '#server/waitlist/entries/entry-queries.ts';
import { bookSlotJob } from '#server/waitlist/jobs.ts';
import { findOffer } from './offer-queries.ts';
import { getSettings, IMPORTANCE, WAITLIST } from '#server/waitlist/settings/settings-actions.ts';
import { findSlot, setBooking } from '#server/waitlist/slots/slot-queries.ts';
import type { StoredOffer, StoredSlot } from '#server/waitlist/slots/stored.ts';
import { languageFor, nearestLine, text, whenOf } from '#server/waitlist/settings/texts.ts';

// NOTE: a process: it calls an outside service between transactions.

type Won = { slot: StoredSlot; offer: StoredOffer; client: { name: string; phone: string | null } };

/**
 * Enters the winner's visit in the booking system, and cancels the later visit that they give up for it. Where it cannot be
 * entered, members are asked to. Safe to repeat: a slot is entered under its own key.
 */
export async function bookSlot(
  ctx: SourceContext,
  { tenantId, slotId, failures }: z.infer<typeof bookSlotJob.payload>,
): Promise<void> {
  const won = await withTenant(ctx, tenantId, (scope) => findWon(scope, slotId));
  if (!won) return;
  const { slot, client } = won;
  const { branchId, masterId, serviceIds, startsAt, durationMinutes } = slot;
  const comment = '';
  const order = { key: slotId, branchId, masterId, serviceIds, startsAt, durationMinutes, client, comment };
  const result = await createVisit(ctx, tenantId, order);
  const pause = result.kind === 'failed' && result.isTemporary ? retryAfterSeconds(failures) : null;
  const nearestAt = pause === null ? await findNearestTime(ctx, tenantId, slot) : null;
  const givenUp = await withTenant(ctx, tenantId, async (scope) => {
    if (pause !== null) {
      const again = { tenantId, slotId, failures: failures + 1 };
      await enqueue(scope, bookSlotJob, again, { runAt: scope.clock.now().add({ seconds: pause }) });
      return null;
    }
    return complete(scope, { ...won, slot: { ...slot, nearestAt } }, result);
  });
  if (givenUp) await cancelVisit(ctx, tenantId, givenUp);
}

async function findWon(scope: ActionScope, slotId: StoredSlot['id']): Promise<Won | null> {
  const slot = await findSlot(scope, slotId);
  if (slot?.booking !== 'pending' || slot.winnerOfferId === null) return null;
  const offer = await findOffer(scope, slot.winnerOfferId);
  const contact = offer && (await reachOf(scope, [offer.contactId])).get(offer.contactId)?.contact;
  return contact ? { slot, offer, client: { name: contact.name, phone: contact.phone } } : null;
}

/** @returns the visit that the winner gives up */
async function complete(scope: ActionScope, won: Won, result: VisitCreation): Promise<VisitId | null> {
  const { slot, offer } = won;
  const { nearestAt } = slot;
  await announce(scope, 'waitlist');
  if (result.kind === 'taken') {
    await setBooking(scope, slot.id, { booking: 'refused', status: 'taken', nearestAt });
    if (offer.entryId !== null)
      await setEntryStatus(scope, offer.entryId, { status: 'waiting', now: scope.clock.now() });
    await writeRefusal(scope, won);
    return null;
  }
  if (result.kind !== 'done') {
    const refusal = result.kind === 'failed' ? (result.text ?? result.trouble) : null;
    await setBooking(scope, slot.id, {
      booking: result.kind === 'failed' ? 'failed' : 'by_staff',
      text: refusal,
      nearestAt,
    });
    await raiseNotice(scope, scope.clock.now(), {
      kind: 'slot_to_enter',
      key: noticeKey(slot.id),
      severity: result.kind === 'failed' ? 'bad' : 'attention',
      params: {
        slotId: slot.id,
        title: won.client.name,
        startsAt: slot.startsAt.toString(),
        timeZone: slot.timeZone,
        text: refusal,
      },
    });
    return null;
  }
  await setBooking(scope, slot.id, { booking: 'booked', visitId: result.visitId, nearestAt });
  const givenUp = offer.entryId && (await findGivenUpVisit(scope, offer.entryId));
  return givenUp ? VisitId.parse(givenUp) : null;
}

/** Reports to the contact who had accepted that the time was taken at the desk. Nothing holds the message. */
async function writeRefusal(scope: ActionScope, { slot, offer }: Won): Promise<void> {
  const now = scope.clock.now();
  const reach = (await reachOf(scope, [offer.contactId])).get(offer.contactId);
  if (!reach) return;
  const { settings, version } = await getSettings(scope);
  const choice = chooseChannel({
    channels: channelsOf(settings.channelIds, await listUsableChannels(scope)),
    person: { phone: reach.contact.phone, addresses: reach.addresses, optOuts: reach.optOuts },
    templateChannelIds: [],
    at: now,
    isDue: false,
  });
  if (choice.kind === 'none') return;
  const language = languageFor(reach.contact.language, (await getTenant(scope)).customerLanguage);
  const lines = [
    text(language, 'reply.refused', { when: whenOf(slot, language) }),
    ...nearestLine(slot, language, now),
  ];
  if (offer.entryId !== null) lines.push(text(language, 'reply.stay'));
  await saveSender(scope, WAITLIST, { importance: IMPORTANCE });
  await planMessages(scope, [
    {
      sender: { id: WAITLIST.id, kind: WAITLIST.kind, version },
      occasionKey: `refused:${offer.id}`,
      contactId: offer.contactId,
      channelId: choice.channel.id,
      fallbackChannelIds: choice.fallbacks.map(({ id }) => id),
      dueAt: now,
      useBy: slot.startsAt,
      content: { text: lines.join('\n'), image: null, buttons: [], templates: [] },
    },
  ]);
}
