import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { ofContacts } from '#server/audiences/segment-rules.ts';
import { loadAudienceQuestion } from '#server/audiences/question-reads.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import {
  type visitCancelled,
  type visitChanged,
  type visitCreated,
  visitMoved,
  type visitStatusChanged,
} from '#server/visits/jobs.ts';
import { findVisitWithin } from '#server/visits/storage/overlap-reads.ts';
import { isOpen, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { advanceSlotJob } from '#server/waitlist/jobs.ts';
import { queueLikely, queueWaiting } from './offer-queries.ts';
import { closeSlot } from './closing-actions.ts';
import { closingOf, isInTheWay } from '#server/waitlist/slots/rules.ts';
import { getSettings } from '#server/waitlist/settings/settings-actions.ts';
import { findSlot, findSlotForUpdate, insertSlot, listConcerned } from '#server/waitlist/slots/slot-queries.ts';

type Freeing = EventOf<typeof visitCancelled | typeof visitMoved>;

/**
 * Offers the time of a cancelled visit, and the earlier time of a moved one, where the cabinet does so and somebody may still
 * take it. Safe to repeat.
 */
export async function freeSlot(scope: ActionScope, event: Freeing): Promise<void> {
  const { settings } = await getSettings(scope);
  if (!settings.isOn) return;
  const visit = await leftTime(scope, event);
  if (!visit?.isBranchActive || visit.serviceTitles.length === 0) return;
  const now = scope.clock.now();
  const closesAt = closingOf(visit.startsAt, settings.stopMinutes);
  if (!isAfter(closesAt, now) || (await isTaken(scope, visit))) return;

  const slotId = await insertSlot(scope, visit, { settings, closesAt, now });
  const slot = slotId && (await findSlot(scope, slotId));
  if (!slot) return;
  if (settings.recipients !== 'audience') await queueWaiting(scope, slot);
  if (settings.recipients !== 'list') {
    const audience = await loadAudienceQuestion(scope, { conditions: ofContacts(settings.audience) });
    await queueLikely(scope, slot, { audience, limit: settings.mostContacts });
  }
  await enqueue(scope, advanceSlotJob, { tenantId: scope.tenantId, slotId: slot.id });
  await announce(scope, 'waitlist');
}

/** The visit as it stood at the time it has left; null where it stands there again. */
async function leftTime(scope: ActionScope, event: Freeing): Promise<VisitFactsForFlow | null> {
  const visit = await visitOfEvent(scope, event);
  if (!visit) return null;
  if (event.name !== visitMoved.name) return visit.status === 'cancelled' ? visit : null;
  const { from, before } = event.facts;
  const left = {
    ...visit,
    startsAt: Temporal.Instant.from(from),
    ...(before && {
      masterId: before.masterId === null ? null : MasterId.parse(before.masterId),
      serviceIds: before.serviceIds.map((id) => ServiceId.parse(id)),
      serviceTitles: before.serviceTitles,
    }),
  };
  return isInTheWay(visit, left) ? null : left;
}

type Changed = EventOf<typeof visitCreated | typeof visitMoved | typeof visitChanged | typeof visitStatusChanged>;

/** Stops offering slots that a changed visit concerns: it takes place after all, or stands at their time now. */
export async function closeTaken(scope: ActionScope, event: Changed): Promise<void> {
  const visit = await visitOfEvent(scope, event);
  if (!visit || visit.status === 'cancelled') return;
  for (const { id, isOwn } of await listConcerned(scope, visit)) {
    if (!isOwn && !isOpen(visit.status) && visit.status !== 'arrived') continue;
    const slot = await findSlotForUpdate(scope, id);
    if (slot && isInTheWay(visit, slot)) await closeSlot(scope, slot, isOwn ? 'restored' : 'taken');
  }
}

async function visitOfEvent(
  scope: ActionScope,
  { visitId }: Freeing | Changed,
): Promise<VisitFactsForFlow | undefined> {
  if (!visitId) return undefined;
  const [visit] = await getVisitFacts(scope, [visitId]);
  return visit;
}

async function isTaken(scope: ActionScope, { branchId, masterId, startsAt, durationMinutes }: VisitFactsForFlow) {
  if (masterId === null) return false;
  const until = startsAt.add({ minutes: durationMinutes });
  return (await findVisitWithin(scope, { branchId, masterId, from: startsAt, until })) !== null;
}
