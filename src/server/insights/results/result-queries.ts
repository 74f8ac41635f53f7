import { sql } from 'kysely';
import { z } from 'zod';
import type { BranchId } from '#contract/connections/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { FlowKind } from '#contract/flows/calls.ts';
import type { FlowResult, listResultVisits as listCall, ResultGroup } from '#contract/insights/results.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type ListedVisitRow, toListedVisit } from '#server/visits/storage/listed-reads.ts';
import type { Days } from '#server/insights/conversion/conversion-rules.ts';
import type { DayCounts } from './result-rules.ts';

const WINDOW_DAYS = 14;
const inBranch = (branchId: string | undefined) =>
  branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`;

/** Lists counts of visits by day and branch; days without visits are left out. */
export async function listVisitDays(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  branchId: BranchId | undefined,
): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`
    select d.day::text as day, b.currency, sum(d.open)::int as open, sum(d.arrived)::int as arrived,
      sum(d.no_show)::int as "noShow", sum(d.cancelled)::int as cancelled, sum(d.confirmed)::int as confirmed,
      sum(d.paid_minor)::bigint as "paidMinor"
    from visit_days d
    join branches b on b.tenant_id = ${tenantId} and b.id = d.branch_id
    where d.tenant_id = ${tenantId} and d.day between ${from.toString()}::date and ${to.toString()}::date ${inBranch(branchId)}
    group by d.day, b.currency order by d.day, b.currency`.execute(tx);
  return rows;
}

/** Whether a visit or a measured message is stored, of any day. */
export async function hasResults({ tx, tenantId }: TenantScope): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from visit_days where tenant_id = ${tenantId})
      or exists (select from conversion_days where tenant_id = ${tenantId}) as has`.execute(tx);
  return rows[0]?.has ?? false;
}

/** Finds the day on which the first reminder was sent. */
export async function findFirstReminderDay(
  { tx, tenantId }: TenantScope,
  branchId: BranchId | undefined,
): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(d.day)::text as day from conversion_days d
    where d.tenant_id = ${tenantId} and not d.is_control and d.sent > 0 ${inBranch(branchId)}
      and d.sender_id in (select id from flows where tenant_id = ${tenantId} and kind = 'visit_reminder')`.execute(tx);
  const [row] = rows;
  return row?.day ? Temporal.PlainDate.from(row.day) : null;
}

/** Sums the conversion of each flow. */
export async function listFlowResults(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  branchId: BranchId | undefined,
): Promise<FlowResult[]> {
  const { rows } = await sql<FlowRow>`
    select summed.*, sender.title, f.kind
    from (
      select d.sender_id, d.currency, sum(d.sent)::int as sent, sum(d.${sql.ref(`own_came_${WINDOW_DAYS}`)})::int as visited,
        sum(d.${sql.ref(`own_spent_${WINDOW_DAYS}`)}::float8)::bigint as spent
      from conversion_days d
      where d.tenant_id = ${tenantId} and not d.is_control ${inBranch(branchId)}
        and d.day between ${from.toString()}::date and ${to.toString()}::date
      group by d.sender_id, d.currency
    ) summed
    join flows f on f.tenant_id = ${tenantId} and f.id = summed.sender_id
    join senders sender on sender.tenant_id = ${tenantId} and sender.id = summed.sender_id
    order by summed.sender_id, summed.currency`.execute(tx);
  return [...Map.groupBy(rows, (row) => row.sender_id)].flatMap(([senderId, of]) => toFlow(senderId, of));
}

type FlowRow = {
  sender_id: string;
  currency: string;
  sent: number;
  visited: number;
  spent: number;
  title: string;
  kind: string;
};

function toFlow(senderId: string, rows: readonly FlowRow[]): FlowResult[] {
  const [first] = rows;
  if (!first) return [];
  const sum = (name: 'sent' | 'visited') => rows.reduce((total, row) => total + row[name], 0);
  return [
    {
      senderId: SenderId.parse(senderId),
      title: first.title,
      kind: FlowKind.parse(first.kind),
      sent: sum('sent'),
      visited: sum('visited'),
      spent: rows.flatMap(({ currency, spent }) => (spent > 0 ? [{ amountMinor: spent, currency }] : [])),
    },
  ];
}

const Cursor = z.tuple([z.iso.datetime(), VisitId]);

const IS_OPEN = sql`v.status in ('waiting', 'confirmed', 'unknown')`;

/**
 * Lists the visits of a group, the latest first: the same visits that the days count.
 *
 * @param query.today the first day on which an open visit is not over
 */
export async function pageOfResultVisits(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  { group, branchId, cursor, limit, today }: QueryOf<typeof listCall> & { today: Temporal.PlainDate },
): Promise<ReplyOf<typeof listCall>> {
  const last = readCursor(cursor, Cursor);
  const day = sql`(v.starts_at at time zone b.time_zone)::date`;
  const isUnmarked = sql`${IS_OPEN} and ${day} < ${today.toString()}::date`;
  const groups = {
    attended: sql`(v.status = 'arrived' or ${isUnmarked})`,
    confirmed: sql`v.was_confirmed and v.status <> 'cancelled'`,
    no_show: sql`v.status = 'no_show'`,
    cancelled: sql`v.status = 'cancelled'`,
    unmarked: isUnmarked,
  } satisfies Record<ResultGroup, unknown>;
  const { rows } = await sql<ListedVisitRow>`
    select v.id, v.branch_id, b.title as branch_title, b.time_zone, b.currency, v.contact_id, c.name as contact_name,
      c.phone as contact_phone, m.name as master_name, v.service_titles, v.starts_at, v.duration_minutes, v.status,
      v.status_text, v.total_minor, v.is_first
    from visits v
    join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
    left join contacts c on c.tenant_id = ${tenantId} and c.id = v.contact_id
    left join masters m on m.tenant_id = ${tenantId} and m.id = v.master_id
    where v.tenant_id = ${tenantId} and ${groups[group]}
      -- NOTE: no zone is further than a day from UTC; the exact day is compared in the branch's zone.
      and v.starts_at >= ${from.subtract({ days: 1 }).toString()}::date and v.starts_at < ${to.add({ days: 2 }).toString()}::date
      and ${day} between ${from.toString()}::date and ${to.toString()}::date
      and (v.contact_id is not null or v.service_titles <> '{}')
      ${branchId === undefined ? sql`` : sql`and v.branch_id = ${branchId}`}
      and ${isBeyond([sql`v.starts_at`, sql`v.id`], last, 'desc')}
    order by v.starts_at desc, v.id desc limit ${limit + 1}`.execute(tx);
  return toPage(rows, limit, toListedVisit, (row) => [row.starts_at.toString(), VisitId.parse(row.id)]);
}
