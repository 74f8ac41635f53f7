import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Days } from '#server/insights/conversion/conversion-rules.ts';
import { daysOfGroups, type Group } from '#server/insights/results/result-queries.ts';

const inBranch = (branchId: BranchId | undefined) =>
  branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`;

/** The first day on which a visit starts; null: none is stored. */
export async function findFirstDay(
  { tx, tenantId }: TenantScope,
  branchId: BranchId | undefined,
): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(d.day)::text as day from visit_days d where d.tenant_id = ${tenantId} ${inBranch(branchId)}`.execute(tx);
  const day = rows[0]?.day;
  return day ? Temporal.PlainDate.from(day) : null;
}

export type ClientSums = { nth: number; newClients: number; returningClients: number };

/** Sums new and returning clients of periods; each range begins with its period. */
export async function sumClients(
  { tx, tenantId }: TenantScope,
  groups: readonly Group[],
  { period, branchId }: { period: ConversionPeriod; branchId: BranchId | undefined },
): Promise<ClientSums[]> {
  const returning = sql.ref(`d.${branchId === undefined ? 'back' : 'here'}_${period}`);
  const { rows } = await sql<ClientSums>`
    select w.nth, sum(d.new_clients)::int as "newClients", sum(${returning})::int as "returningClients"
    from ${daysOfGroups(groups)}
    join client_days d on d.tenant_id = ${tenantId} and d.day between w.first and w.last ${inBranch(branchId)}
    group by w.nth`.execute(tx);
  return rows;
}

/**
 * Sums the length of attended visits that have a master.
 *
 * @param today the first day on which an open visit is not over
 */
export async function sumBusyMinutes(
  { tx, tenantId }: TenantScope,
  groups: readonly Group[],
  { branchId, today }: { branchId: BranchId | undefined; today: Temporal.PlainDate },
): Promise<{ nth: number; minutes: number }[]> {
  const { rows } = await sql<{ nth: number; minutes: number }>`
    select w.nth, sum(d.arrived_minutes + case when d.day < ${today.toString()}::date then d.open_minutes else 0 end)::int as minutes
    from ${daysOfGroups(groups)}
    join master_days d on d.tenant_id = ${tenantId} and d.day between w.first and w.last ${inBranch(branchId)}
    group by w.nth`.execute(tx);
  return rows;
}

export type AnswerSums = { nth: number; inquiries: number; answered: number; answerSeconds: number | null };

/** Counts conversations in which a contact wrote, and how soon they were answered. */
export async function sumAnswers({ tx, tenantId }: TenantScope, groups: readonly Group[]): Promise<AnswerSums[]> {
  const { rows } = await sql<AnswerSums>`
    select w.nth, count(*)::int as inquiries, count(d.answered_at)::int as answered,
      round(percentile_cont(0.5) within group (order by extract(epoch from d.answered_at - d.inquired_at)))::int as "answerSeconds"
    from ${daysOfGroups(groups)}
    join conversation_days d on d.tenant_id = ${tenantId} and d.day between w.first and w.last
    group by w.nth`.execute(tx);
  return rows;
}

export type MasterRow = {
  masterId: string | null;
  name: string;
  branchTitle: string;
  currency: string;
  attended: number;
  arrived: number;
  noShow: number;
  cancelled: number;
  newClients: number;
  paidMinor: number;
  busyMinutes: number;
};

/** Masters by branch; those who had visits in the days. */
export async function listMasterRows(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  { branchId, today, limit }: { branchId: BranchId | undefined; today: Temporal.PlainDate; limit: number },
): Promise<MasterRow[]> {
  const isOver = sql`d.day < ${today.toString()}::date`;
  const { rows } = await sql<MasterRow>`
    with counted as (
      select d.master_id, sum(d.arrived + case when ${isOver} then d.open else 0 end)::int as attended,
        sum(d.arrived)::int as arrived, sum(d.no_show)::int as no_show, sum(d.cancelled)::int as cancelled,
        sum(d.paid_minor)::bigint as paid_minor,
        sum(d.arrived_minutes + case when ${isOver} then d.open_minutes else 0 end)::int as busy_minutes
      from master_days d
      where d.tenant_id = ${tenantId} and d.day between ${from.toString()}::date and ${to.toString()}::date ${inBranch(branchId)}
      group by d.master_id
    ),
    began as (
      select f.first_master_id as master_id, count(*)::int as clients from contact_facts f
      where f.tenant_id = ${tenantId} and f.first_day between ${from.toString()}::date and ${to.toString()}::date
        and f.first_master_id is not null
      group by f.first_master_id
    )
    select c.master_id as "masterId", m.name, b.title as "branchTitle", b.currency, c.attended, c.arrived, c.no_show as "noShow",
      c.cancelled, coalesce(began.clients, 0) as "newClients", c.paid_minor as "paidMinor", c.busy_minutes as "busyMinutes"
    from counted c
    join masters m on m.tenant_id = ${tenantId} and m.id = c.master_id
    join branches b on b.tenant_id = ${tenantId} and b.id = m.branch_id
    left join began on began.master_id = c.master_id
    order by c.paid_minor desc, c.attended desc, m.name, c.master_id limit ${limit}`.execute(tx);
  return rows;
}
