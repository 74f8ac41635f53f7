import { sql } from 'kysely';
import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { UNCOUNTED_RULES } from '#contract/delivery/rules.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import type { countSkips as countCall, listSkipped as listCall, Skipped } from '#contract/insights/calls.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { SkipPeriod } from './skips.ts';
import { orNull } from '#server/platform/values/reading.ts';

const isCounted = sql`t.rule <> all (${[...UNCOUNTED_RULES]}::text[])`;
const ofSender = (id: SenderId | undefined) => (id === undefined ? sql`` : sql`and t.sender_id = ${id}`);

/**
 * Counts decisions against messages and cancelled messages by day and rule; reads the tallies, so its cost does not
 * depend on their number.
 */
export async function countByDay(
  { tx, tenantId }: TenantScope,
  { from, to }: SkipPeriod,
  senderId: SenderId | undefined,
): Promise<ReplyOf<typeof countCall>['counts']> {
  const { rows } = await sql<{ day: string; rule: string; count: number }>`
    select t.day, t.rule, sum(t.count::int) as count from skip_tallies t
    where t.tenant_id = ${tenantId} and t.day between ${from.toString()}::date and ${to.toString()}::date and ${isCounted} ${ofSender(senderId)}
    group by t.day, t.rule having sum(t.count::int) > 0 order by t.day, t.rule`.execute(tx);
  return rows.map(({ day, rule, count }) => ({ day, rule: DecisionRule.parse(rule), count }));
}

/**
 * The decision's own column, else its message's. NOTE: `coalesce` is not leakproof for PostgreSQL, so under row-level
 * security it would scan the whole table instead of using an index.
 */
const own = (column: 'contact_id' | 'visit_id' | 'subject_id') => {
  const [ofPage, ofMessage] = [sql.ref(`page.${column}`), sql.ref(`m.${column}`)];
  return sql`case when ${ofPage} is null then ${ofMessage} else ${ofPage} end`;
};

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/**
 * Contacts who got no message, newest first: for each sender and rule that counted any, decisions against a message and
 * cancelled messages, each as far as the page needs, then merged.
 */
export async function pageOfSkipped(
  { tx, tenantId }: TenantScope,
  { from, to, timeZone }: SkipPeriod,
  { senderId, rule, cursor, limit }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const after = readCursor(cursor, Cursor);
  const rules = rule === undefined ? undefined : [rule].flat();
  const start = from.toZonedDateTime(timeZone).toInstant();
  const end = to.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  const { rows } = await sql<Row>`
    with page as (
      select found.* from (
        select distinct t.sender_id, t.rule from skip_tallies t
        where t.tenant_id = ${tenantId} and t.day between ${from.toString()}::date and ${to.toString()}::date ${ofSender(senderId)}
          and ${rules === undefined ? isCounted : sql`t.rule = any (${rules}::text[])`}
      ) counted
      cross join lateral (
        (select v.id, v.decided_at as at, v.message_id, v.contact_id, v.visit_id, v.subject_id, v.sender_id, v.rule
         from verdicts v
         where v.tenant_id = ${tenantId} and v.outcome = 'skipped' and v.sender_id = counted.sender_id and v.rule = counted.rule
           and v.decided_at >= ${start} and v.decided_at < ${end}
           and ${isBeyond([sql`v.decided_at`, sql`v.id`], after, 'desc')}
         order by v.decided_at desc, v.id desc limit ${limit + 1})
        union all
        (select c.message_id, c.called_off_at, c.message_id, null, null, null, c.sender_id, c.rule
         from called_off c
         where c.tenant_id = ${tenantId} and c.sender_id = counted.sender_id and c.rule = counted.rule
           and c.called_off_at >= ${start} and c.called_off_at < ${end}
           and ${isBeyond([sql`c.called_off_at`, sql`c.message_id`], after, 'desc')}
         order by c.called_off_at desc, c.message_id desc limit ${limit + 1})
      ) found
      order by found.at desc, found.id desc limit ${limit + 1}
    )
    select page.id, page.at, page.message_id, page.sender_id, page.rule,
      c.id as contact_id, c.name, c.phone, s.kind as sender_kind, s.title, visit.starts_at, visit.branch_id, b.time_zone, o.number as order_number
    from page
    join senders s on s.tenant_id = ${tenantId} and s.id = page.sender_id
    left join messages m on m.tenant_id = ${tenantId} and m.id = page.message_id
    left join contacts c on c.tenant_id = ${tenantId} and c.id = ${own('contact_id')}
    left join visits visit on visit.tenant_id = ${tenantId} and visit.id = ${own('visit_id')}
    left join branches b on b.tenant_id = ${tenantId} and b.id = visit.branch_id
    left join orders o on o.tenant_id = ${tenantId} and o.id = ${own('subject_id')}
    order by page.at desc, page.id desc`.execute(tx);
  return toPage(
    rows,
    limit,
    (row) => toSkipped(row, timeZone),
    (row) => [row.at.toString(), row.id],
  );
}

type Row = {
  id: string;
  at: Temporal.Instant;
  message_id: string | null;
  sender_id: string;
  rule: string;
  sender_kind: string;
  contact_id: string | null;
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
    at: row.at.toString(),
    contactId: orNull(ContactId, row.contact_id),
    contactName: row.name ?? '',
    phone: row.phone,
    isToOwner: row.sender_kind === 'report',
    senderId: SenderId.parse(row.sender_id),
    senderKind: SenderKind.parse(row.sender_kind),
    senderTitle: row.title,
    rule: DecisionRule.parse(row.rule),
    visitStartsAt: row.starts_at?.toString() ?? null,
    orderNumber: row.order_number,
    timeZone: row.time_zone ?? timeZone,
    branchId: orNull(BranchId, row.branch_id),
  };
}
