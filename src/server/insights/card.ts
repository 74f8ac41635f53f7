import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts.ts';
import type { ContactCard } from '#contract/insights.ts';
import type { Money } from '#contract/primitives.ts';
import { listUsableChannels } from '#server/channels/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findLastChat, findPerson, listOptOutsOf, listReachedAt, listSpent } from './card-queries.ts';
import { countVisitsOf, findVisitOf } from './visit-queries.ts';

/** Loads everything about one contact except the timeline. */
export async function getContactCard(ctx: MemberContext, contactId: ContactId): Promise<ContactCard> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const person = await findPerson(scope, contactId);
    if (!person) throw new Problem('contact.not_found');
    const { spentMinor, ...card } = person;
    const now = ctx.clock.now();
    const isStarted = sql`v.starts_at <= ${now} and v.status not in ('cancelled', 'no_show')`;
    const isAhead = sql`v.starts_at > ${now} and v.status in ('waiting', 'confirmed', 'unknown')`;
    const isKnownWhole = (await countVisitsOf(scope, contactId, isStarted)) >= person.visitsCount;
    const first = isKnownWhole ? await findVisitOf(scope, contactId, { condition: isStarted, isLatest: false }) : null;
    const addresses = await listReachedAt(scope, contactId);
    const channels = await listUsableChannels(scope);
    const isKnownOn = (channelId: string) => addresses.some((address) => address.channelId === channelId);
    return {
      ...card,
      spent: await spentBy(scope, contactId, spentMinor),
      firstVisitAt: first?.startsAt ?? null,
      lastVisit: await findVisitOf(scope, contactId, { condition: isStarted, isLatest: true }),
      nextVisit: await findVisitOf(scope, contactId, { condition: isAhead, isLatest: false }),
      addresses,
      byPhone: channels.flatMap(({ id, kind, title, traits }) =>
        traits.reachesPhones && person.phone !== null && !isKnownOn(id)
          ? [{ channelId: id, channelKind: kind, channelTitle: title }]
          : [],
      ),
      optOuts: await listOptOutsOf(scope, person),
      conversationId: await findLastChat(scope, contactId),
    };
  });
}

/**
 * Sums what the contact paid. The booking system also counts visits from before we read it: its sum is used where it
 * is higher.
 */
async function spentBy(scope: TenantScope, contactId: ContactId, reportedMinor: number): Promise<Money[]> {
  const [latest, ...others] = await listSpent(scope, contactId);
  if (!latest)
    return reportedMinor > 0 ? [{ amountMinor: reportedMinor, currency: (await getTenant(scope)).currency }] : [];
  if (others.length > 0) return [latest, ...others];
  return [{ ...latest, amountMinor: Math.max(latest.amountMinor, reportedMinor) }];
}
