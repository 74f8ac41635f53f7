import { noteVisits } from '#server/contacts/book/actions.ts';
import { emitContactChanged, unlinkCrmCard } from '#server/contacts/crm/crm-actions.ts';
import { type cardMoved, purchasesChanged } from '#server/contacts/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { moveVisits } from './card-queries.ts';
import { recountVisitSums } from './sum-actions.ts';

/**
 * Moves visits after a booking system's card went to another contact, e.g. because its phone was corrected: visits
 * booked
 * under the card and their planned messages follow it. No change of a visit is emitted. Safe to repeat.
 */
export async function followCard(scope: ActionScope, { facts: card }: EventOf<typeof cardMoved>): Promise<void> {
  // NOTE: a visit without a stored card is attributed only to a contact who had no other card.
  const withUnknown = await unlinkCrmCard(scope, card.from);
  const moved = await moveVisits(scope, card, { withUnknown, now: scope.clock.now() });
  if (moved.count > 0) await publish(scope, purchasesChanged, { contactIds: [card.to, card.from] });
  if (moved.count > 0) await recountVisitSums(scope, [card.to, card.from]);
  if (moved.lastHeldAt) await noteVisits(scope, [{ contactId: card.to, at: moved.lastHeldAt }]);
  for (const contactId of [card.to, card.from]) await emitContactChanged(scope, contactId);
  await announce(scope, 'visits');
}
