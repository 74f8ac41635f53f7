import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ReportFigures, PeriodKind } from './value-rules.ts';

/** A day or a week of a connection that a report covers. */
export type ReportPeriod = {
  id: string;
  kind: PeriodKind;
  /** The day after the period. */
  reportDate: Temporal.PlainDate;
  connection: ReportedConnection;
};

export type ReportedConnection = {
  id: string;
  kind: ConnectionKind;
  title: string;
  branchIds: string[];
  /** The time zone of the connection's first branch. */
  timeZone: string;
  currency: string;
  /** Whether at least one of its branches is read. */
  isActive: boolean;
};

/**
 * Lists connections of some kinds that are not removed, with their active branches; or one of them, even if
 * removed.
 */
export async function listReported(
  { tx, tenantId }: TenantScope,
  kinds: readonly ConnectionKind[],
): Promise<ReportedConnection[]> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    title: string;
    is_there: boolean;
    branch_ids: string[];
    time_zone: string | null;
    currency: string | null;
  }>`
    select c.id, c.kind, c.title, c.removed_at is null as is_there, coalesce(b.ids, '{}') as branch_ids, b.time_zone, b.currency
    from connections c
    left join lateral (
      select array_agg(id::text order by title, id) as ids, (array_agg(time_zone order by title, id))[1] as time_zone,
        (array_agg(currency order by title, id))[1] as currency
      from branches where tenant_id = c.tenant_id and connection_id = c.id and is_active and removed_at is null
    ) b on true
    where c.tenant_id = ${tenantId} and c.kind = any (${[...kinds]}::text[])
    order by c.created_at, c.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    kind: ConnectionKind.parse(row.kind),
    title: row.title,
    branchIds: row.branch_ids,
    timeZone: row.time_zone ?? 'UTC',
    currency: row.currency ?? 'RUB',
    isActive: row.is_there && row.branch_ids.length > 0,
  }));
}

/** Creates the periods that do not exist. @returns the ids of all */
export async function ensurePeriods(
  { tx, tenantId }: TenantScope,
  kind: PeriodKind,
  wanted: readonly { connectionId: string; reportDate: Temporal.PlainDate }[],
): Promise<string[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    insert into report_periods as p (tenant_id, id, connection_id, kind, report_date)
    select ${tenantId}::uuid, * from unnest(${wanted.map(() => randomUUID())}::uuid[],
      ${wanted.map(({ connectionId }) => connectionId)}::uuid[], ${wanted.map(() => kind)}::text[],
      ${wanted.map(({ reportDate }) => reportDate.toString())}::date[])
    on conflict (tenant_id, connection_id, kind, report_date) do update set kind = p.kind
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findPeriods(
  { tx, tenantId }: TenantScope,
  ids: readonly string[],
): Promise<{ id: string; kind: PeriodKind; reportDate: Temporal.PlainDate; connectionId: ConnectionId | string }[]> {
  const { rows } = await sql<{ id: string; kind: PeriodKind; report_date: string; connection_id: string }>`
    select id, kind, report_date::text, connection_id from report_periods
    where tenant_id = ${tenantId} and id = any (${[...ids]}::uuid[])`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reportDate: Temporal.PlainDate.from(row.report_date),
    connectionId: row.connection_id,
  }));
}

type Span = { from: Temporal.Instant; until: Temporal.Instant };

/** Sums visits that begin in a span. */
export async function countVisits(
  { tx, tenantId }: TenantScope,
  branchIds: readonly string[],
  { from, until }: Span,
): Promise<Omit<ReportFigures, keyof MessageFigures>> {
  const { rows } = await sql<Omit<ReportFigures, keyof MessageFigures>>`
    select count(*)::int as booked, count(*) filter (where status = 'arrived')::int as came,
      count(*) filter (where status = 'no_show')::int as "noShow",
      count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where is_first and status not in ('cancelled', 'no_show'))::int as newcomers,
      coalesce(sum(total_minor) filter (where status = 'arrived'), 0)::float8 as "revenueMinor"
    from visits where tenant_id = ${tenantId} and branch_id = any (${[...branchIds]}::uuid[])
      and starts_at >= ${from} and starts_at < ${until}`.execute(tx);
  return one(rows);
}

/** Sums orders made in a span. A contact is new with their first order that we have. */
export async function countOrders(
  { tx, tenantId }: TenantScope,
  branchIds: readonly string[],
  { from, until }: Span,
): Promise<Omit<ReportFigures, keyof MessageFigures>> {
  const { rows } = await sql<Omit<ReportFigures, keyof MessageFigures>>`
    select count(*)::int as booked, count(*) filter (where status in ('Delivered', 'Closed'))::int as came,
      null::int as "noShow", count(*) filter (where status = 'Cancelled')::int as cancelled,
      count(distinct o.contact_id) filter (where status <> 'Cancelled' and not exists (
        select from orders e where e.tenant_id = ${tenantId} and e.contact_id = o.contact_id and e.placed_at < ${from}
      ))::int as newcomers,
      coalesce(sum(total_minor) filter (where status in ('Delivered', 'Closed')), 0)::float8 as "revenueMinor"
    from orders o where o.tenant_id = ${tenantId} and branch_id = any (${[...branchIds]}::uuid[])
      and placed_at >= ${from} and placed_at < ${until}`.execute(tx);
  return one(rows);
}

type MessageFigures = Pick<ReportFigures, 'sent' | 'read' | 'answered'>;

/** Counts messages to contacts about visits and orders of the branches, by the time they were sent. */
export async function countMessages(
  { tx, tenantId }: TenantScope,
  branchIds: readonly string[],
  { from, until }: Span,
): Promise<MessageFigures> {
  const { rows } = await sql<MessageFigures>`
    select count(*)::int as sent, count(*) filter (where m.status = 'read')::int as read,
      count(*) filter (where m.replied_at is not null)::int as answered
    from messages m
    left join visits v on v.tenant_id = m.tenant_id and v.id = m.visit_id
    left join orders o on m.subject_kind = 'order' and o.tenant_id = m.tenant_id and o.id = m.subject_id
    where m.tenant_id = ${tenantId} and m.due_at >= ${from} and m.due_at < ${until} and not m.is_test
      and m.priority > ${PRIORITY.answer} and m.accepted_at is not null
      and coalesce(v.branch_id, o.branch_id) = any (${[...branchIds]}::uuid[])`.execute(tx);
  return one(rows);
}

/** Counts visits booked for a span, without cancelled ones. */
export async function countAhead(
  { tx, tenantId }: TenantScope,
  branchIds: readonly string[],
  { from, until }: Span,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visits where tenant_id = ${tenantId} and branch_id = any (${[...branchIds]}::uuid[])
      and starts_at >= ${from} and starts_at < ${until} and status <> 'cancelled'`.execute(tx);
  return one(rows).count;
}

function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('A count has one row');
  return row;
}
