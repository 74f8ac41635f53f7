import { sql } from 'kysely';
import { z } from 'zod';
import { BranchId } from '#contract/connections.ts';
import { ContactId } from '#contract/contacts.ts';
import { NEVER_MEANT_RULES } from '#contract/decision-rules.ts';
import { DecisionRule } from '#contract/delivery.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { FlowId } from '#contract/flows.ts';
import type { countSkips as countCall, listSkipped as listCall, Skipped } from '#contract/insights.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/cursor.ts';
import type { SystemScope, TenantScope } from '#server/platform/db.ts';
import type { SkipPeriod } from './skips.ts';
import { orNull } from '#server/platform/reading.ts';

const wasMeant = sql`t.rule <> all (${[...NEVER_MEANT_RULES]}::text[])`;
const ofFlow = (flowId: FlowId | undefined) => (flowId === undefined ? sql`` : sql`and t.flow_id = ${flowId}`);

/** How many decisions against there were by day and rule; read from the tallies, whatever there is of verdicts. */
export async function countByDay(
  { tx, tenantId }: TenantScope,
  { from, to }: SkipPeriod,
  flowId: FlowId | undefined,
): Promise<ReplyOf<typeof countCall>['counts']> {
  const { rows } = await sql<{ day: string; rule: string; count: number }>`
    select t.day, t.rule, sum(t.count::int) as count from skip_tallies t
    where t.tenant_id = ${tenantId} and t.day between ${from.toString()}::date and ${to.toString()}::date and ${wasMeant} ${ofFlow(flowId)}
    group by t.day, t.rule having sum(t.count::int) > 0 order by t.day, t.rule`.execute(tx);
  return rows.map(({ day, rule, count }) => ({ day, rule: DecisionRule.parse(rule), count }));
}

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Who got no message, newest first: of each flow and rule that counted any, as far as the page needs, then merged. */
export async function pageOfSkipped(
  { tx, tenantId }: TenantScope,
  { from, to, timeZone }: SkipPeriod,
  { flowId, rule, cursor, limit }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const after = readCursor(cursor, Cursor);
  const start = from.toZonedDateTime(timeZone).toInstant();
  const end = to.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  const { rows } = await sql<Row>`
    with page as (
      select found.* from (
        select distinct t.flow_id, t.rule from skip_tallies t
        where t.tenant_id = ${tenantId} and t.day between ${from.toString()}::date and ${to.toString()}::date ${ofFlow(flowId)}
          and ${rule === undefined ? wasMeant : sql`t.rule = ${rule}`}
      ) counted
      cross join lateral (
        select v.id, v.decided_at, v.message_id, v.contact_id, v.visit_id, v.subject_id, v.flow_id, v.rule from verdicts v
        where v.tenant_id = ${tenantId} and v.outcome = 'skipped' and v.flow_id = counted.flow_id and v.rule = counted.rule
          and v.decided_at >= ${start} and v.decided_at < ${end}
          and ${isBeyond([sql`v.decided_at`, sql`v.id`], after, 'desc')}
        order by v.decided_at desc, v.id desc limit ${limit + 1}
      ) found
      order by found.decided_at desc, found.id desc limit ${limit + 1}
    )
    select page.*, c.name, c.phone, f.title, visit.starts_at, visit.branch_id, b.time_zone, o.number as order_number
    from page
    join flows f on f.tenant_id = ${tenantId} and f.id = page.flow_id
    left join contacts c on c.tenant_id = ${tenantId} and c.id = page.contact_id
    left join visits visit on visit.tenant_id = ${tenantId} and visit.id = page.visit_id
    left join branches b on b.tenant_id = ${tenantId} and b.id = visit.branch_id
    left join orders o on o.tenant_id = ${tenantId} and o.id = page.subject_id
    order by page.decided_at desc, page.id desc`.execute(tx);
  return toPage(
    rows,
    limit,
    (row) => toSkipped(row, timeZone),
    (row) => [row.decided_at.toString(), row.id],
  );
}

/** Adds up what each connection has counted, as far as none is counting just now. Of all tenants. */
export async function sumSkips({ tx }: SystemScope): Promise<void> {
  await sql`
    with counted as (
      delete from skip_tallies t using (
        select tenant_id, day, flow_id, rule, counted_by from skip_tallies where counted_by <> 0 for update skip locked
      ) free
      where (t.tenant_id, t.day, t.flow_id, t.rule, t.counted_by)
        = (free.tenant_id, free.day, free.flow_id, free.rule, free.counted_by)
      returning t.*
    )
    insert into skip_tallies as t
    select tenant_id, day, flow_id, rule, 0, sum(count) from counted
    group by tenant_id, day, flow_id, rule order by tenant_id, day, flow_id, rule
    on conflict (tenant_id, day, flow_id, rule, counted_by) do update set count = t.count + excluded.count`.execute(tx);
}

type Row = {
  id: string;
  decided_at: Temporal.Instant;
  message_id: string | null;
  contact_id: string | null;
  flow_id: string;
  rule: string;
  name: string | null;
  phone: string | null;
  title: string;
  starts_at: Temporal.Instant | null;
  branch_id: string | null;
  time_zone: string | null;
  order_number: string | null;
};

function toSkipped(row: Row, timeZone: string): Skipped {
  return {
    id: row.id,
    entryId: row.message_id ?? row.id,
    at: row.decided_at.toString(),
    contactId: orNull(ContactId, row.contact_id),
    contactName: row.name ?? '',
    phone: row.phone,
    flowId: FlowId.parse(row.flow_id),
    flowTitle: row.title,
    rule: DecisionRule.parse(row.rule),
    visitStartsAt: row.starts_at?.toString() ?? null,
    orderNumber: row.order_number,
    timeZone: row.time_zone ?? timeZone,
    branchId: orNull(BranchId, row.branch_id),
  };
}
