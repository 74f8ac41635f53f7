import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { listRfmPeople, RfmCell, RfmGroupSum, RfmMoves, RfmPerson } from '#contract/audiences/rfm.ts';
import type { RfmGroup } from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { RfmClient } from './rfm-rules.ts';

/** Sums the cells that have people. */
export async function listCells({ tx, tenantId }: TenantScope, id: RfmDashboardId): Promise<RfmCell[]> {
  const { rows } = await sql<RfmCell>`
    select recency, frequency, count(*)::int as people, sum(spent_minor)::int8 as "spentMinor"
    from rfm_members where tenant_id = ${tenantId} and dashboard_id = ${id}
    group by recency, frequency order by frequency desc, recency`.execute(tx);
  return rows;
}

/** Sums the groups that have people. */
export async function listGroupSums({ tx, tenantId }: TenantScope, id: RfmDashboardId): Promise<RfmGroupSum[]> {
  const { rows } = await sql<RfmGroupSum>`
    select group_key as "group", count(*)::int as people, sum(spent_minor)::int8 as "spentMinor"
    from rfm_members where tenant_id = ${tenantId} and dashboard_id = ${id} group by group_key`.execute(tx);
  return rows;
}

export async function countMembers({ tx, tenantId }: TenantScope, id: RfmDashboardId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rfm_members where tenant_id = ${tenantId} and dashboard_id = ${id}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Reads all clients of a dashboard with their groups, for a preview. */
export async function listMembers(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  today: Temporal.PlainDate,
): Promise<(RfmClient & { group: RfmGroup })[]> {
  const { rows } = await sql<RfmClient & { group: RfmGroup }>`
    select group_key as "group", greatest(0, ${today.toString()}::date - last_day) as "daysSince", usual_days as "usualDays",
      visits, visits_ever as "visitsEver", spent_minor as "spentMinor"
    from rfm_members where tenant_id = ${tenantId} and dashboard_id = ${id}`.execute(tx);
  return rows;
}

/** The first move since a day says in which group a client was then; without one they are where they were. */
const firstMoves = (tenantId: string, id: RfmDashboardId, since: Temporal.PlainDate): RawBuilder<unknown> => sql`
  select distinct on (v.contact_id) v.contact_id, v.from_group, v.reason from rfm_moves v
  where v.tenant_id = ${tenantId} and v.dashboard_id = ${id} and v.day > ${since.toString()}::date
  order by v.contact_id, v.moved_at, v.id`;

/** Counts clients by their group on a day and now. */
export async function countMoves(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  since: Temporal.PlainDate,
): Promise<Pick<RfmMoves, 'moves' | 'stayed' | 'recounted'>> {
  const { rows } = await sql<{
    from: RfmGroup | null;
    to: RfmGroup;
    people: number;
    recounted: number;
    is_move: boolean;
  }>`
    with first_move as (${firstMoves(tenantId, id, since)}),
    compared as (
      select case when v.contact_id is null then m.group_key else v.from_group end as former, m.group_key, v.reason
      from rfm_members m left join first_move v on v.contact_id = m.contact_id
      where m.tenant_id = ${tenantId} and m.dashboard_id = ${id}
    )
    select former as "from", group_key as "to", count(*)::int as people, former is distinct from group_key as is_move,
      count(*) filter (where reason = 'recount')::int as recounted
    from compared group by former, group_key order by people desc, former, group_key`.execute(tx);
  const moves = rows.filter((row) => row.is_move);
  return {
    moves: moves.map(({ from, to, people }) => ({ from, to, people })),
    stayed: rows.reduce((sum, row) => sum + (row.is_move ? 0 : row.people), 0),
    recounted: moves.reduce((sum, row) => sum + row.recounted, 0),
  };
}

/** The people behind a number; `since`: the day that `from` is about. */
export type RfmPeopleQuery = Pick<QueryOf<typeof listRfmPeople>, 'group' | 'recency' | 'frequency' | 'from'> & {
  since: Temporal.PlainDate;
};

function peopleOf(
  tenantId: string,
  id: RfmDashboardId,
  { group, recency, frequency, from, since }: RfmPeopleQuery,
): RawBuilder<unknown> {
  return sql`m.tenant_id = ${tenantId} and m.dashboard_id = ${id}
    ${group === undefined ? sql`` : sql`and m.group_key = ${group}`}
    ${recency === undefined ? sql`` : sql`and m.recency = ${recency}`}
    ${frequency === undefined ? sql`` : sql`and m.frequency = ${frequency}`}
    ${
      from === undefined
        ? sql``
        : sql`and exists (select from (${firstMoves(tenantId, id, since)}) v
      where v.contact_id = m.contact_id and v.from_group is not distinct from ${from === 'none' ? null : from}::text
        and v.from_group is distinct from m.group_key)`
    }`;
}

const Cursor = z.tuple([z.int(), ContactId]);

/** Lists the people behind a number, those who spent most first. */
export async function pageOfRfm(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  {
    cursor,
    limit,
    currency,
    ...query
  }: RfmPeopleQuery & { cursor?: string | undefined; limit: number; currency: string },
): Promise<{ items: RfmPerson[]; nextCursor: string | null }> {
  const after = readCursor(cursor, Cursor);
  const { rows } = await sql<{
    contact_id: string;
    name: string;
    phone: string | null;
    group_key: RfmGroup;
    since: Temporal.Instant;
    visits: number;
    spent_minor: number;
    last_day: string;
  }>`
    select m.contact_id, c.name, c.phone, m.group_key, m.since, m.visits, m.spent_minor, m.last_day::text as last_day
    from rfm_members m join contacts c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where ${peopleOf(tenantId, id, query)}
      ${after ? sql`and (m.spent_minor, m.contact_id) < (${after[0]}::bigint, ${after[1]}::uuid)` : sql``}
    order by m.spent_minor desc, m.contact_id desc limit ${limit + 1}`.execute(tx);
  return toPage(
    rows,
    limit,
    (row) => ({
      contactId: ContactId.parse(row.contact_id),
      contactName: row.name,
      phone: row.phone,
      group: row.group_key,
      since: row.since.toString(),
      visits: row.visits,
      spent: { amountMinor: row.spent_minor, currency },
      lastDay: row.last_day,
    }),
    (row) => [row.spent_minor, row.contact_id],
  );
}

export async function listRfmIds(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  query: RfmPeopleQuery,
): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select m.contact_id from rfm_members m where ${peopleOf(tenantId, id, query)}`.execute(tx);
  return rows.map((row) => ContactId.parse(row.contact_id));
}
