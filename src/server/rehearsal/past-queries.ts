import { subjectOf, toFlowEvent } from '#server/subjects/event-reads.ts';
import type { Subject } from '#server/subjects/rules.ts';
import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { VISITS_CONSIDERED } from '#server/visits/storage/rules.ts';
import type { Concern } from './rules.ts';
import type { RecordedEvent } from '#server/subjects/history-rules.ts';

type Period = { from: Temporal.Instant; until: Temporal.Instant };

/**
 * Contacts concerned in a period: with visits, orders, carts, a move to another group, a birthday, or the moment of a flow. A lateral join checks each contact
 * alone, so that a page costs only its own contacts; for `exists` the planner would read the whole period for every page.
 */
const concernedIn = (tenantId: string, { from, until }: Period, { withBirthdays, afterVisits }: Concern) => {
  const visits = sql`select 1 from visits v where v.tenant_id = ${tenantId} and v.contact_id = c.id`;
  const moments = afterVisits.map(({ delayMinutes, sinceEver }) => {
    const last = until.subtract({ minutes: delayMinutes });
    const first = from.subtract({ minutes: delayMinutes });
    return sinceEver
      ? sql`${visits} and v.starts_at <= ${last}`
      : sql`${visits} and v.starts_at between ${first} and ${last}`;
  });
  const reasons = [
    sql`${visits} and v.starts_at between ${from} and ${until}`,
    sql`select 1 from events e
        where e.tenant_id = ${tenantId} and e.contact_id = c.id and e.recorded_at between ${from} and ${until}`,
    sql`select 1 from rfm_moves m
        where m.tenant_id = ${tenantId} and m.contact_id = c.id and m.moved_at between ${from} and ${until}`,
    ...moments,
    ...(withBirthdays ? [sql`select 1 where c.birthday is not null`] : []),
  ];
  return sql`contacts c cross join lateral (${sql.join(reasons, sql` union all `)} limit 1) reason`;
};

export async function countConcerned({ tx, tenantId }: TenantScope, period: Period, concern: Concern): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${concernedIn(tenantId, period, concern)}
    where c.tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Concerned contacts by id. */
export async function listConcerned(
  { tx, tenantId }: TenantScope,
  period: Period,
  page: Concern & { after: ContactId | null; limit: number },
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${concernedIn(tenantId, period, page)}
    where c.tenant_id = ${tenantId} and c.id > ${page.after ?? '00000000-0000-0000-0000-000000000000'}
    order by c.id limit ${page.limit}`.execute(tx);
  return rows.map((row) => ContactId.parse(row.id));
}

export type PastEvent = RecordedEvent & { subject: Subject | null; contactId: ContactId | null };

/** Events of the contacts' subjects in their order, as they were reported. */
export async function listPastEvents(
  { tx, tenantId }: TenantScope,
  { visitIds, contactIds }: { visitIds: readonly string[]; contactIds: readonly ContactId[] },
): Promise<PastEvent[]> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    visit_id: string | null;
    subject_id: string | null;
    contact_id: string | null;
    facts: unknown;
    occurred_at: Temporal.Instant;
    recorded_at: Temporal.Instant;
  }>`
    select id, kind, visit_id, subject_id, contact_id, facts, occurred_at, recorded_at from events
    where tenant_id = ${tenantId} and visit_id = any(${[...visitIds]}::uuid[]) and kind like 'visit.%'
    union all
    select id, kind, visit_id, subject_id, contact_id, facts, occurred_at, recorded_at from events
    where tenant_id = ${tenantId} and contact_id = any(${[...contactIds]}::uuid[]) and subject_id is not null
    order by recorded_at, id`.execute(tx);
  return rows.map((row) => ({
    ...toFlowEvent({ id: row.id, name: row.kind, occurredAt: row.occurred_at, facts: row.facts }),
    recordedAt: row.recorded_at,
    facts: row.facts,
    subject: subjectOf(row),
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
  }));
}

export type Booking = { bookedAt: Temporal.Instant | null; durationMinutes: number };

/**
 * The latest visits of contacts, each with its booking time from the booking system, since visits booked before the connection was made
 * have no event.
 */
export async function listBookings(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<Map<string, Booking>> {
  const { rows } = await sql<{ id: string; source_created_at: Temporal.Instant | null; duration_minutes: number }>`
    select v.id, v.source_created_at, v.duration_minutes
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from visits v where v.tenant_id = ${tenantId} and v.contact_id = asked.id
      order by v.starts_at desc limit ${VISITS_CONSIDERED}) v`.execute(tx);
  return new Map(
    rows.map((row) => [row.id, { bookedAt: row.source_created_at, durationMinutes: row.duration_minutes }]),
  );
}

/** Times of inbound messages by contact and channel: they opened windows for free text. */
export async function listInboundTimes(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<string, Temporal.Instant[]>> {
  const rows = await tx
    .selectFrom('inbound_messages')
    .select(['contact_id', 'channel_id', 'sent_at'])
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', sql<string>`any (${[...contactIds]}::uuid[])`)
    .where('sent_at', '>', since)
    .orderBy('sent_at')
    .execute();
  const times = new Map<string, Temporal.Instant[]>();
  for (const { contact_id, channel_id, sent_at } of rows) {
    const key = `${contact_id} ${channel_id}`;
    times.set(key, [...(times.get(key) ?? []), sent_at]);
  }
  return times;
}

export type PastOptOut = {
  contactId: string | null;
  phone: string | null;
  channelId: string | null;
  scope: 'all' | 'marketing';
  from: Temporal.Instant;
  until: Temporal.Instant | null;
};

/** Opt-outs with their times, including revoked ones. */
export async function listPastOptOuts(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  phones: readonly string[],
): Promise<PastOptOut[]> {
  const rows = await tx
    .selectFrom('opt_outs')
    .select(['contact_id', 'phone', 'channel_id', 'scope', 'created_at', 'ends_at', 'lifted_at'])
    .where('tenant_id', '=', tenantId)
    .where(({ or, eb }) =>
      or([
        eb('contact_id', '=', sql<string>`any (${[...contactIds]}::uuid[])`),
        eb('phone', '=', sql<string>`any (${[...phones]}::text[])`),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    contactId: row.contact_id,
    phone: row.phone,
    channelId: row.channel_id,
    scope: row.scope === 'all' ? ('all' as const) : ('marketing' as const),
    from: row.created_at,
    until: row.lifted_at ?? row.ends_at,
  }));
}
