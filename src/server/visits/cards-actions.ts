import { noteVisits } from '#server/contacts/actions.ts';
import { emitContactChanged, unlinkCrmCard } from '#server/contacts/crm-actions.ts';
import { cardMoved, purchasesChanged } from '#server/contacts/jobs.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { type EventPayload, findFacts } from '#server/platform/events.ts';
import { announce } from '#server/platform/realtime.ts';
import { publish } from '#server/platform/transaction-events.ts';
import type { z } from 'zod';
import { moveVisits } from './card-queries.ts';

/**
 * Moves visits after a booking system's card went to another contact, e.g. because its phone was corrected: visits
 * booked
 * under the card and their planned messages follow it. No change of a visit is emitted. Safe to repeat.
 */
export async function followCard(ctx: Context, { tenantId, eventId }: z.infer<typeof EventPayload>): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const card = await findFacts(scope, cardMoved, eventId);
    if (!card) return;
    // NOTE: a visit without a stored card is attributed only to a contact who had no other card.
    const withUnknown = await unlinkCrmCard(scope, card.from);
    const moved = await moveVisits(scope, card, { withUnknown, now: ctx.clock.now() });
    if (moved.count > 0) await publish(ctx, scope, purchasesChanged, { contactIds: [card.to, card.from] });
    if (moved.lastHeldAt) await noteVisits(scope, [{ contactId: card.to, at: moved.lastHeldAt }]);
    for (const contactId of [card.to, card.from]) await emitContactChanged(ctx, scope, contactId);
    await announce(scope, 'visits');
  });
}
