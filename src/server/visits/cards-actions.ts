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
 * A card of a booking system went to another contact, e.g. because its phone was mistyped: visits that are booked under
 * it are hers from now on, and so is what waits about them. Nobody is told that a visit changed. Safe to repeat.
 */
export async function followCard(ctx: Context, { tenantId, eventId }: z.infer<typeof EventPayload>): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const card = await findFacts(scope, cardMoved, eventId);
    if (!card) return;
    // NOTE: a visit says its card since 0196; of one that does not only a contact without any card tells which it was.
    const withUnknown = await unlinkCrmCard(scope, card.from);
    const moved = await moveVisits(scope, card, { withUnknown, now: ctx.clock.now() });
    if (moved.count > 0) await publish(ctx, scope, purchasesChanged, { contactIds: [card.to, card.from] });
    if (moved.lastHeldAt) await noteVisits(scope, [{ contactId: card.to, at: moved.lastHeldAt }]);
    for (const contactId of [card.to, card.from]) await emitContactChanged(ctx, scope, contactId);
    await announce(scope, 'visits');
  });
}
