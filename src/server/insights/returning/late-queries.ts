import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { LATE_FROM, LOST_FROM } from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { LateClient, listLateClients, Returns, ReturnState } from '#contract/insights/cohorts.ts';
import { MasterId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { toPerson } from './cohort-queries.ts';

/** Days in which those who came back are counted. */
const RETURNED_DAYS = 30;

/** The day of comparison, and the usual interval in days of clients whose own is not known. */
export type LateAround = { now: Temporal.Instant; today: Temporal.PlainDate; usualDays: number };

type Filter = Pick<QueryOf<typeof listLateClients>, 'branchId' | 'masterId'>;

/** Clients who came at least three times have an interval of their own; the median of all of them is the usual one. */
export async function findUsualDays({ tx, tenantId }: TenantScope, fewest: number): Promise<number | null> {
  const { rows } = await sql<{ days: number | null; count: number }>`
    select round(percentile_cont(0.5) within group (order by usual_days))::int as days, count(*)::int as count
    from contact_facts where tenant_id = ${tenantId} and usual_days is not null`.execute(tx);
  const [row] = rows;
  return row && row.count >= fewest ? row.days : null;
}

/** Intervals since the last purchase: 1 is the usual one. */
const ratio = ({ today, usualDays }: LateAround): RawBuilder<number> =>
  sql`(${today.toString()}::date - f.last_day)::float8 / coalesce(f.usual_days, ${usualDays}::int)`;

/** A client with a booking ahead is neither late nor lost. */
export const hasNext = (tenantId: string, now: Temporal.Instant): RawBuilder<boolean> => sql`exists (
  select from visits v where v.tenant_id = ${tenantId} and v.contact_id = f.contact_id and v.starts_at > ${now}
    and v.status in ('waiting', 'confirmed', 'unknown'))`;

function inState(tenantId: string, state: ReturnState, around: LateAround): RawBuilder<unknown> {
  const [since, next] = [ratio(around), hasNext(tenantId, around.now)];
  const states = {
    late: sql`${since} > ${LATE_FROM}::float8 and ${since} <= ${LOST_FROM}::float8 and not ${next}`,
    lost: sql`${since} > ${LOST_FROM}::float8 and not ${next}`,
    on_time: sql`(${since} <= ${LATE_FROM}::float8 or ${next})`,
    returned: sql`f.contact_id in (select contact_id from (${returned(tenantId, {}, around)}) back)`,
  } satisfies Record<ReturnState, unknown>;
  return sql`f.tenant_id = ${tenantId} and ${states[state]}`;
}

const ofFilter = ({ branchId, masterId }: Filter): RawBuilder<unknown> => sql`
  ${branchId === undefined ? sql`` : sql`and f.last_branch_id = ${branchId}`}
  ${masterId === undefined ? sql`` : sql`and f.last_master_id = ${masterId}`}`;

const Cursor = z.tuple([z.int(), ContactId]);

/** Lists clients who should have come by now, those who spent most first. */
export async function pageOfLate(
  { tx, tenantId }: TenantScope,
  { cursor, limit, state, ...filter }: QueryOf<typeof listLateClients>,
  around: LateAround,
): Promise<{ items: LateClient[]; nextCursor: string | null }> {
  const after = readCursor(cursor, Cursor);
  const { rows } = await sql<Parameters<typeof toPerson>[0] & LateRow>`
    select f.contact_id, c.name, c.phone, f.visits, f.spent_minor, f.currency, f.last_day::text as last_day,
      ${around.today.toString()}::date - f.last_day as days_since, f.usual_days, m.name as master_name
    from contact_facts f
    join contacts c on c.tenant_id = ${tenantId} and c.id = f.contact_id
    left join masters m on m.tenant_id = ${tenantId} and m.id = f.last_master_id
    where ${inState(tenantId, state, around)} ${ofFilter(filter)}
      ${after ? sql`and (f.spent_minor, f.contact_id) < (${after[0]}::bigint, ${after[1]}::uuid)` : sql``}
    order by f.spent_minor desc, f.contact_id desc limit ${limit + 1}`.execute(tx);
  return toPage(
    rows,
    limit,
    (row) => ({
      ...toPerson(row),
      daysSince: row.days_since,
      usualDays: row.usual_days ?? around.usualDays,
      isOwnInterval: row.usual_days !== null,
      masterName: row.master_name,
    }),
    (row) => [row.spent_minor, row.contact_id],
  );
}

type LateRow = { days_since: number; usual_days: number | null; master_name: string | null };

export async function listLateIds(
  { tx, tenantId }: TenantScope,
  { state, ...filter }: { state: ReturnState } & Filter,
  around: LateAround,
): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select f.contact_id from contact_facts f where ${inState(tenantId, state, around)} ${ofFilter(filter)}`.execute(tx);
  return rows.map((row) => ContactId.parse(row.contact_id));
}

/** Counts late clients, and what they paid since a month, in one currency. */
export async function sumLate(
  { tx, tenantId }: TenantScope,
  { since, currency }: { since: Temporal.PlainDate; currency: string },
  around: LateAround,
): Promise<{ count: number; spentMinor: number }> {
  const { rows } = await sql<{ count: number; spent: number }>`
    select count(*)::int as count, coalesce(sum((
      select sum(m.spent_minor) from contact_months m
      where m.tenant_id = ${tenantId} and m.contact_id = f.contact_id and m.month >= ${since.toString()}::date
        and m.currency = ${currency})), 0)::bigint as spent
    from contact_facts f where ${inState(tenantId, 'late', around)}`.execute(tx);
  const [row] = rows;
  return { count: row?.count ?? 0, spentMinor: row?.spent ?? 0 };
}

/** Counts clients by state, in all and by the master of their last visit. */
export async function countReturns(
  { tx, tenantId }: TenantScope,
  filter: Pick<Filter, 'branchId'>,
  around: LateAround,
): Promise<Pick<Returns, 'onTime' | 'late' | 'lost' | 'masters'>> {
  const { rows } = await sql<ReturnRow>`
    with client as (
      select f.last_master_id, ${ratio(around)} as since, ${hasNext(tenantId, around.now)} as has_next
      from contact_facts f where f.tenant_id = ${tenantId} ${ofFilter(filter)}
    )
    select client.last_master_id as master_id, m.name, b.title as branch_title, count(*)::int as all,
      count(*) filter (where since > ${LATE_FROM}::float8 and since <= ${LOST_FROM}::float8 and not has_next)::int as late,
      count(*) filter (where since > ${LOST_FROM}::float8 and not has_next)::int as lost
    from client
    left join masters m on m.tenant_id = ${tenantId} and m.id = client.last_master_id
    left join branches b on b.tenant_id = ${tenantId} and b.id = m.branch_id
    group by client.last_master_id, m.name, b.title`.execute(tx);
  const sum = (name: 'all' | 'late' | 'lost') => rows.reduce((total, row) => total + row[name], 0);
  const [late, lost] = [sum('late'), sum('lost')];
  const masters = rows.flatMap(({ master_id: id, name, branch_title: branchTitle, ...of }) =>
    id && name && of.late + of.lost > 0
      ? [{ id: MasterId.parse(id), name, branchTitle: branchTitle ?? '', late: of.late, lost: of.lost }]
      : [],
  );
  return {
    onTime: sum('all') - late - lost,
    late,
    lost,
    masters: masters.toSorted((a, b) => b.late + b.lost - (a.late + a.lost)).slice(0, MASTERS_SHOWN),
  };
}

type ReturnRow = {
  master_id: string | null;
  name: string | null;
  branch_title: string | null;
  all: number;
  late: number;
  lost: number;
};

const MASTERS_SHOWN = 20;

/** Clients who came in the last days after a gap that made them late, with the first such visit. */
function returned(tenantId: string, filter: Pick<Filter, 'branchId'>, around: LateAround): RawBuilder<unknown> {
  const since = around.today.subtract({ days: RETURNED_DAYS }).toString();
  return sql`
    with purchase as (
      select f.contact_id, f.usual_days, v.starts_at as at, (v.starts_at at time zone b.time_zone)::date as day
      from contact_facts f
      join visits v on v.tenant_id = ${tenantId} and v.contact_id = f.contact_id
        and (v.status = 'arrived' or v.status in ('waiting', 'confirmed', 'unknown') and v.starts_at <= ${around.now})
      join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
      where f.tenant_id = ${tenantId} and f.last_day >= ${since}::date and f.visits > 1 ${ofFilter(filter)}
    ),
    gap as (
      select contact_id, usual_days, at, day, day - lag(day) over (partition by contact_id order by at) as days from purchase
    )
    select distinct on (contact_id) contact_id, at from gap
    where day >= ${since}::date and days > coalesce(usual_days, ${around.usualDays}::int) * ${LATE_FROM}::float8
    order by contact_id, at`;
}

/** Counts clients who came back: after a message that had left within 14 days before, and without one. */
export async function countReturned(
  { tx, tenantId }: TenantScope,
  filter: Pick<Filter, 'branchId'>,
  around: LateAround,
): Promise<Returns['returned']> {
  const { rows } = await sql<{ after_message: number; all: number }>`
    select count(*)::int as all, count(*) filter (where exists (
      select from conversion_facts c where c.tenant_id = ${tenantId} and c.contact_id = back.contact_id and not c.is_control
        and c.at < back.at and c.at >= back.at - interval '14 days'))::int as after_message
    from (${returned(tenantId, filter, around)}) back`.execute(tx);
  const [row] = rows;
  const afterMessage = row?.after_message ?? 0;
  return { afterMessage, byThemselves: (row?.all ?? 0) - afterMessage };
}

/** Attended visits by day, of whole days before today. */
export async function listAttendedDays(
  { tx, tenantId }: TenantScope,
  { from, before, branchId }: { from: Temporal.PlainDate; before: Temporal.PlainDate; branchId: string | undefined },
): Promise<{ day: string; visits: number }[]> {
  const { rows } = await sql<{ day: string; visits: number }>`
    select d.day::text as day, sum(d.arrived + d.open)::int as visits from visit_days d
    where d.tenant_id = ${tenantId} and d.day >= ${from.toString()}::date and d.day < ${before.toString()}::date
      ${branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`}
    group by d.day order by d.day`.execute(tx);
  return rows;
}
