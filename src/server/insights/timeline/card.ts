import type { MemberScope } from '#server/platform/context/context.ts';
import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ContactCard } from '#contract/insights/calls.ts';
import type { Money } from '#contract/primitives.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { activeOptOutsOf } from '#server/contacts/opt-outs/opt-out-reads.ts';
import { tagsOf } from '#server/contacts/tags/tag-actions.ts';
import { consentEntriesOf } from '#server/imports/consent-reads.ts';
import { isNoteFromList } from '#server/imports/reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findLastChat, findPerson, listReachedAt, listSpent } from './card-queries.ts';
import { countVisitsOf, findVisitOf } from './visit-queries.ts';

/** Loads everything about one contact except the timeline. */
export async function getContactCard(scope: MemberScope, contactId: ContactId): Promise<ContactCard> {
  const person = await findPerson(scope, contactId);
  if (!person) throw new Problem('contact.not_found');
  const { spentMinor, ...card } = person;
  const now = scope.clock.now();
  const isStarted = sql`v.starts_at <= ${now} and v.status not in ('cancelled', 'no_show')`;
  const isAhead = sql`v.starts_at > ${now} and v.status in ('waiting', 'confirmed', 'unknown')`;
  const startedCount = await countVisitsOf(scope, contactId, isStarted);
  const isKnownWhole = startedCount >= person.visitsCount;
  const first = isKnownWhole ? await findVisitOf(scope, contactId, { condition: isStarted, isLatest: false }) : null;
  const addresses = await listReachedAt(scope, contactId);
  const channels = await listUsableChannels(scope);
  const tenant = await getTenant(scope);
  const optOuts = await activeOptOutsOf(scope, person, tenant.customerLanguage);
  const isKnownOn = (channelId: string) => addresses.some((address) => address.channelId === channelId);
  return {
    ...card,
    isNoteFromList: person.note !== null && (await isNoteFromList(scope, contactId, person.note)),
    tags: await tagsOf(scope, contactId),
    // As conditions of segments count. The booking system may count visits from before we read it.
    visitsCount: Math.max(person.visitsCount, await countVisitsOf(scope, contactId, sql`v.status = 'arrived'`)),
    spent: await spentBy(scope, { contactId, reportedMinor: spentMinor, currency: tenant.currency }),
    firstVisitAt: first?.startsAt ?? null,
    lastVisit: await findVisitOf(scope, contactId, { condition: isStarted, isLatest: true }),
    nextVisit: await findVisitOf(scope, contactId, { condition: isAhead, isLatest: false }),
    addresses,
    byPhone: channels.flatMap(({ id, kind, title, traits }) =>
      traits.reachesPhones && person.phone !== null && !isKnownOn(id)
        ? [{ channelId: id, channelKind: kind, channelTitle: title }]
        : [],
    ),
    optOuts,
    consents: await consentEntriesOf(scope, contactId, optOuts),
    conversationId: await findLastChat(scope, contactId),
  };
}

/**
 * Sums what the contact paid. The booking system also counts visits from before we read it: its sum is used where it
 * is higher.
 */
type Spending = { contactId: ContactId; reportedMinor: number; currency: string };

async function spentBy(scope: TenantScope, { contactId, reportedMinor, currency }: Spending): Promise<Money[]> {
  const [latest, ...others] = await listSpent(scope, contactId);
  if (!latest) return reportedMinor > 0 ? [{ amountMinor: reportedMinor, currency }] : [];
  if (others.length > 0) return [latest, ...others];
  return [{ ...latest, amountMinor: Math.max(latest.amountMinor, reportedMinor) }];
}
