import { sql } from 'kysely';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { RfmGroup } from '#contract/audiences/values.ts';
import { purchasesOf, usualOf } from '#server/audiences/facts/purchase-reads.ts';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { StoredRfm } from './dashboard-queries.ts';
import type { RfmBase, RfmClient, RfmPlace } from './rfm-rules.ts';

/** The moment and day of comparison, and the currency of the money. */
export type RfmAround = { now: Temporal.Instant; today: Temporal.PlainDate; currency: string };

type Filter = Pick<StoredRfm, 'branchId' | 'serviceIds' | 'categoryTitle' | 'months'>;

export type CountedClient = RfmClient & { contactId: string; lastDay: string };

/** The first day whose purchases are summed. */
const sinceOf = (months: number | null, today: Temporal.PlainDate): string =>
  months === null ? '-infinity' : today.subtract({ months }).toString();

/** Sums purchases by client under `whole`, and finds their usual gaps. */
const summed = (tenantId: string, { months, ...filter }: Filter, around: RfmAround, contactIds?: readonly string[]) =>
  sql`
    with purchase as materialized (
      ${purchasesOf(tenantId, { ...filter, ...(contactIds && { contactIds }), now: around.now })}),
    whole as (
      select contact_id, count(*)::int as visits_ever, max(day) as last_day,
        count(*) filter (where day >= ${sinceOf(months, around.today)}::date)::int as visits,
        coalesce(sum(paid) filter (
          where day >= ${sinceOf(months, around.today)}::date and currency = ${around.currency}), 0)::int8 as spent_minor
      from purchase group by contact_id
    ),
    ${usualOf('purchase')}`;

/** Reads what the groups of clients follow from; contacts without a purchase are left out. */
export async function readClients(
  { tx, tenantId }: TenantScope,
  filter: Filter,
  { contactIds, ...around }: RfmAround & { contactIds: readonly string[] },
): Promise<CountedClient[]> {
  const { rows } = await sql<{
    contact_id: string;
    visits: number;
    visits_ever: number;
    spent_minor: number;
    last_day: string;
    days_since: number;
    usual_days: number | null;
  }>`
    ${summed(tenantId, filter, around, contactIds)}
    select w.contact_id, w.visits, w.visits_ever, w.spent_minor, w.last_day::text as last_day,
      ${around.today.toString()}::date - w.last_day as days_since, u.days as usual_days
    from whole w left join usual u on u.contact_id = w.contact_id`.execute(tx);
  return rows.map((row) => ({
    contactId: row.contact_id,
    visits: row.visits,
    visitsEver: row.visits_ever,
    spentMinor: row.spent_minor,
    lastDay: row.last_day,
    daysSince: Math.max(0, row.days_since),
    usualDays: row.usual_days,
  }));
}

/** Measures all clients of a dashboard. */
export async function readBase({ tx, tenantId }: TenantScope, filter: Filter, around: RfmAround): Promise<RfmBase> {
  const { rows } = await sql<{ clients: number; intervals: number; median: number | null; tercile: number | null }>`
    ${summed(tenantId, filter, around)}
    select count(*)::int as clients, count(u.days)::int as intervals,
      round(percentile_cont(0.5) within group (order by u.days))::int as median,
      (percentile_disc(0.667) within group (order by w.spent_minor) filter (where w.spent_minor > 0))::int8 as tercile
    from whole w left join usual u on u.contact_id = w.contact_id`.execute(tx);
  const [row] = rows;
  return {
    clients: row?.clients ?? 0,
    intervals: row?.intervals ?? 0,
    medianDays: row?.median ?? null,
    upperTercileMinor: row?.tercile ?? null,
  };
}

/** Lists contacts to count after another one, in the order of ids: clients, and those who are members. */
export async function listToCount(
  { tx, tenantId }: TenantScope,
  { id, countedTo }: Pick<StoredRfm, 'id' | 'countedTo'>,
  limit: number,
): Promise<string[]> {
  const after = countedTo ?? '00000000-0000-0000-0000-000000000000';
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from (
      (select f.contact_id from contact_facts f where f.tenant_id = ${tenantId} and f.contact_id > ${after}::uuid
        order by f.contact_id limit ${limit})
      union
      (select m.contact_id from rfm_members m
        where m.tenant_id = ${tenantId} and m.dashboard_id = ${id} and m.contact_id > ${after}::uuid
        order by m.contact_id limit ${limit})
    ) one order by contact_id limit ${limit}`.execute(tx);
  return rows.map((row) => row.contact_id);
}

export async function findGroups(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  contactIds: readonly string[],
): Promise<Map<string, RfmGroup>> {
  const { rows } = await sql<{ contact_id: string; group_key: RfmGroup }>`
    select contact_id, group_key from rfm_members
    where tenant_id = ${tenantId} and dashboard_id = ${id} and contact_id = any(${[...contactIds]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.contact_id, row.group_key]));
}

/** Stores the places of clients; one who stays in a group keeps the time since when. */
export async function saveMembers(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  members: readonly (CountedClient & RfmPlace)[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into rfm_members as m (tenant_id, dashboard_id, contact_id, group_key, recency, frequency, money, visits, spent_minor,
      visits_ever, last_day, usual_days, since)
    select ${tenantId}::uuid, ${id}::uuid, c.id, x."group", x.recency, x.frequency, x.money, x.visits, x."spentMinor",
      x."visitsEver", x."lastDay", x."usualDays", ${now}
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as x ("contactId" uuid, "group" text, recency int2, frequency int2,
      money int2, visits int, "spentMinor" int8, "visitsEver" int, "lastDay" date, "usualDays" int)
    join contacts c on c.tenant_id = ${tenantId} and c.id = x."contactId"
    on conflict (tenant_id, dashboard_id, contact_id) do update set group_key = excluded.group_key,
      recency = excluded.recency, frequency = excluded.frequency, money = excluded.money, visits = excluded.visits,
      spent_minor = excluded.spent_minor, visits_ever = excluded.visits_ever, last_day = excluded.last_day,
      usual_days = excluded.usual_days,
      since = case when m.group_key = excluded.group_key then m.since else excluded.since end`.execute(tx);
}

export async function deleteMembers(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  contactIds: readonly string[],
): Promise<void> {
  await sql`
    delete from rfm_members
    where tenant_id = ${tenantId} and dashboard_id = ${id} and contact_id = any(${[...contactIds]}::uuid[])`.execute(
    tx,
  );
}

/** A move to store. */
export type NewMove = {
  id: string;
  contactId: string;
  from: RfmGroup | null;
  to: RfmGroup;
  reason: 'client' | 'recount';
};

export async function insertMoves(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  moves: readonly NewMove[],
  { now, today }: RfmAround,
): Promise<void> {
  await sql`
    insert into rfm_moves (tenant_id, id, dashboard_id, contact_id, from_group, to_group, reason, moved_at, day)
    select ${tenantId}::uuid, x.id, ${id}::uuid, x."contactId", x."from", x."to", x.reason, ${now}, ${today.toString()}::date
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as x (id uuid, "contactId" uuid, "from" text, "to" text, reason text)
    on conflict (tenant_id, id) do nothing`.execute(tx);
}

/** Moves the groups of a contact to the one it is merged into, where that one has none; the others are deleted. */
export async function mergeRfm({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    update rfm_members m set contact_id = ${to} where m.tenant_id = ${tenantId} and m.contact_id = ${from}
      and not exists (
        select from rfm_members o
        where o.tenant_id = ${tenantId} and o.contact_id = ${to} and o.dashboard_id = m.dashboard_id)`.execute(tx);
  await tx.deleteFrom('rfm_members').where('tenant_id', '=', tenantId).where('contact_id', '=', from).execute();
}
