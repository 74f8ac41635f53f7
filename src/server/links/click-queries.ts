import { sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import type { ClickingContact, ClickStatistics } from '#contract/links/calls.ts';
import type { ClickDevice, ClickVerdict } from '#contract/links/values.ts';
import { Instant } from '#contract/primitives.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** Requests by one visitor for one link within an hour. */
export type NewClick = {
  code: string;
  verdict: ClickVerdict;
  hour: Temporal.Instant;
  visitor: string;
  times: number;
  at: Temporal.Instant;
  source: string;
  device: ClickDevice;
  /** The message of a personal link. */
  messageId: string | null;
};

/** Records requests; those of a visitor who is known within the hour are added to their row. */
export async function insertClicks({ tx, tenantId }: TenantScope, clicks: readonly NewClick[]): Promise<void> {
  // NOTE: ordered by the key, so that two processes with the same visitors cannot deadlock.
  const ordered = clicks.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await sql`
    insert into link_clicks as c (tenant_id, code, verdict, hour, visitor, times, at, source, device, message_id, contact_id)
    select ${tenantId}::uuid, clicked.code, clicked.verdict, clicked.hour, clicked.visitor, clicked.times, clicked.at, clicked.source,
      clicked.device, clicked.message_id, case when not m.is_test then m.contact_id end
    from unnest(
      ${ordered.map(({ code }) => code)}::text[],
      ${ordered.map(({ verdict }) => verdict)}::text[],
      ${ordered.map(({ hour }) => hour.toString())}::timestamptz[],
      ${ordered.map(({ visitor }) => visitor)}::text[],
      ${ordered.map(({ times }) => times)}::int[],
      ${ordered.map(({ at }) => at.toString())}::timestamptz[],
      ${ordered.map(({ source }) => source)}::text[],
      ${ordered.map(({ device }) => device)}::text[],
      ${ordered.map(({ messageId }) => messageId)}::uuid[]
    ) as clicked (code, verdict, hour, visitor, times, at, source, device, message_id)
    left join messages m on m.tenant_id = ${tenantId} and m.id = clicked.message_id
    on conflict (tenant_id, code, verdict, hour, visitor) do update set times = c.times + excluded.times`.execute(tx);
}

/** The unique key of a click, as text. */
export const keyOf = ({ code, verdict, hour, visitor }: Pick<NewClick, 'code' | 'verdict' | 'hour' | 'visitor'>) =>
  `${code} ${verdict} ${hour.epochMilliseconds} ${visitor}`;

/** Days of the tenant's calendar, both included. */
export type ClickPeriod = { from: Temporal.PlainDate; to: Temporal.PlainDate; timeZone: string };

/** Sources that are listed. */
const MAX_SOURCES = 20;

/** Counts a link's clicks of a period, in one statement. */
export async function countClicks(
  { tx, tenantId }: TenantScope,
  code: string,
  period: ClickPeriod,
): Promise<ClickStatistics> {
  const { from, to, timeZone } = period;
  const before = { from: from.subtract({ days: from.until(to).days + 1 }), to: from.subtract({ days: 1 }), timeZone };
  const { rows } = await sql<
    Pick<ClickStatistics, 'clicks' | 'filtered' | 'repeated' | 'days' | 'sources' | 'devices'> & {
      clicks_before: number;
    }
  >`
    with seen as materialized (
      select (at at time zone ${timeZone})::date as day, verdict, times, source, device from link_clicks
      where tenant_id = ${tenantId} and code = ${code} and ${within(period)}
    ),
    people as (select * from seen where verdict = 'click')
    select
      (select count(*) from people) as clicks,
      (select count(*) from link_clicks
        where tenant_id = ${tenantId} and code = ${code} and verdict = 'click' and ${within(before)}) as clicks_before,
      (select coalesce(sum(times), 0) from seen where verdict <> 'click')::int as filtered,
      (select coalesce(sum(times - 1), 0) from people)::int as repeated,
      (select coalesce(json_agg(json_build_object('day', d.day, 'clicks', coalesce(n.clicks, 0)) order by d.day), '[]')
        from (select generate_series(${from.toString()}::date, ${to.toString()}::date, '1 day')::date as day) d
        left join (select day, count(*) as clicks from people group by day) n on n.day = d.day) as days,
      (select coalesce(json_agg(s), '[]') from (select source, count(*) as clicks from people
        group by source order by count(*) desc, source limit ${MAX_SOURCES}) s) as sources,
      (select coalesce(json_agg(s), '[]') from (select device, count(*) as clicks from people
        group by device order by count(*) desc, device) s) as devices`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A statement of aggregates returned no row');
  const { clicks_before: clicksBefore, ...counts } = row;
  return { from: from.toString(), to: to.toString(), clicksBefore, ...counts };
}

/** Counts the people of a period. */
export async function countPeople({ tx, tenantId }: TenantScope, code: string, period: ClickPeriod): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from link_clicks
    where tenant_id = ${tenantId} and code = ${code} and verdict = 'click' and ${within(period)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Counts links and pages, and the people who followed them since a moment. */
export async function countAll(
  { tx, tenantId }: TenantScope,
  since: Temporal.Instant,
): Promise<Record<'links' | 'clicks' | 'pages' | 'visits', number>> {
  const followed = sql`lateral (
    select count(*) as people from link_clicks c
    where c.tenant_id = ${tenantId} and c.code = owned.code and c.verdict = 'click' and c.at >= ${since}) followed`;
  const { rows } = await sql<Record<'links' | 'clicks' | 'pages' | 'visits', number>>`
    select l.owned as links, l.people as clicks, p.owned as pages, p.people as visits
    from (select count(*) as owned, coalesce(sum(people), 0)::int as people
      from short_links owned cross join ${followed} where owned.tenant_id = ${tenantId} and owned.deleted_at is null) l
    cross join (select count(*) as owned, coalesce(sum(people), 0)::int as people
      from qr_pages owned cross join ${followed} where owned.tenant_id = ${tenantId} and owned.deleted_at is null) p`.execute(
    tx,
  );
  return rows[0] ?? { links: 0, clicks: 0, pages: 0, visits: 0 };
}

const Cursor = z.tuple([Instant, ContactId]);

/** Lists contacts who followed a link from messages to them, by their latest click of the period. */
export async function listContacts(
  { tx, tenantId }: TenantScope,
  code: string,
  period: ClickPeriod,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ClickingContact[]; nextCursor: string | null }> {
  const { rows } = await sql<{
    contact_id: string;
    name: string;
    phone: string | null;
    device: ClickDevice;
    at: Temporal.Instant;
  }>`
    select c.contact_id, p.name, p.phone, c.device, c.at
    from (
      select distinct on (contact_id) contact_id, device, at from link_clicks
      where tenant_id = ${tenantId} and code = ${code} and verdict = 'click' and contact_id is not null and ${within(period)}
      order by contact_id, at desc
    ) c
    join contacts p on p.tenant_id = ${tenantId} and p.id = c.contact_id
    where ${isBeyond([sql`c.at`, sql`c.contact_id`], readCursor(cursor, Cursor), 'desc')}
    order by c.at desc, c.contact_id desc limit ${limit + 1}`.execute(tx);
  return toPage(
    rows,
    limit,
    (row) => ({ ...row, contactId: ContactId.parse(row.contact_id), at: row.at.toString() }),
    (row) => [row.at.toString(), row.contact_id],
  );
}

const within = ({ from, to, timeZone }: ClickPeriod) => {
  const start = from.toZonedDateTime(timeZone).toInstant();
  const end = to.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  return sql`at >= ${start}::timestamptz and at < ${end}::timestamptz`;
};

/** Deletes requests by programs before a moment. */
export async function deleteProgramsBefore({ tx }: SystemScope, before: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('link_clicks').where('verdict', '<>', 'click').where('at', '<', before).execute();
}
