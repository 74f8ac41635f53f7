import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import type {
  ConversionCounts,
  ConversionPeriod,
  ConvertedPerson,
  listConverted as listCall,
} from '#contract/insights/conversion.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import type { Group } from '#server/platform/values/effect-rules.ts';
import type { Days } from './conversion-rules.ts';

/** The sender, kind and branch of the messages, and the time after them within which a visit counts. */
export type Wanted = Pick<QueryOf<typeof listCall>, 'senderId' | 'kind' | 'branchId' | 'windowDays'>;

/** Sums of a period, by its first day. */
type Sums = { from: string; counts: ConversionCounts };

/**
 * Sums by calendar weeks, months, …: the first period may begin before the requested day. Empty periods are left
 * out.
 */
export async function sumConversion(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  wanted: Wanted & { by: ConversionPeriod | null },
): Promise<Sums[]> {
  const { by, windowDays, branchId } = wanted;
  // NOTE: sums of bigint are numeric, which is slow; counts are small, and money is exact in a double up to 2^53.
  const count = (name: string) => sql`coalesce(sum(${sql.ref(`d.${name}`)}::int), 0)::bigint`;
  const period = by === null ? sql`${from.toString()}::date` : sql`date_trunc(${sql.lit(by)}, d.day::timestamp)::date`;
  const { rows } = await sql<SumRow>`
    select ${period} as period, d.currency,
      ${sql.join(['sent', 'delivered', 'read', 'clicked', 'answered'].map((name) => sql`${count(name)} as ${sql.ref(name)}`))},
      ${count(`own_came_${windowDays}`)} as visited,
      coalesce(sum(d.${sql.ref(`own_spent_${windowDays}`)}::float8), 0)::bigint as spent
    from conversion_days d
    where d.tenant_id = ${tenantId} and not d.is_control and d.day between ${from.toString()}::date and ${to.toString()}::date
      ${ofSenders(tenantId, 'd', wanted)} ${branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`}
    group by period, d.currency order by period, d.currency`.execute(tx);
  return [...Map.groupBy(rows, (row) => row.period)].map(([first, of]) => toSums(first, of));
}

/**
 * Sums sent and held-out contacts side by side, of the same days only. Days before the control group existed would
 * bias the result: all contacts of those days got the message, and more of them have come since.
 *
 * @param wanted.isOn whether the control group is in use to this day
 */
export async function sumCompared(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  { isOn, windowDays, branchId, ...wanted }: Wanted & { isOn: boolean },
): Promise<{ sent: Group; control: Group }> {
  const came = sql.ref(`d.came_${windowDays}`);
  const sum = (name: RawBuilder<unknown>, isControl: boolean) =>
    sql`coalesce(sum(${name}::int) filter (where d.is_control = ${sql.lit(isControl)}), 0)::bigint`;
  const { rows } = await sql<Record<'sent' | 'visited' | 'held' | 'held_visited', number>>`
    with asked as (
      select d.* from conversion_days d
      where d.tenant_id = ${tenantId} and d.day between ${from.toString()}::date and ${to.toString()}::date
        ${ofSenders(tenantId, 'd', wanted)} ${branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`}
    ),
    holding as (
      select min(day) as first, case when ${isOn} then ${to.toString()}::date else max(day) end as last
      from asked where is_control and sent > 0
    )
    select ${sum(sql`d.sent`, false)} as sent, ${sum(came, false)} as visited, ${sum(sql`d.sent`, true)} as held,
      ${sum(came, true)} as held_visited
    from asked d join holding on d.day between holding.first and holding.last`.execute(tx);
  const { sent = 0, visited = 0, held = 0, held_visited: heldVisited = 0 } = rows[0] ?? {};
  return { sent: { count: sent, visited }, control: { count: held, visited: heldVisited } };
}

/** The percentage of contacts a flow holds out now; null when the flow does not exist. */
export async function findControlPercent({ tx, tenantId }: TenantScope, senderId: SenderId): Promise<number | null> {
  const { rows } = await sql<{ percent: number }>`${PLANNED_ONCE}
    select coalesce((settings -> 'options' ->> 'controlPercent')::int, 0) as percent from flows
    where tenant_id = ${tenantId} and id = ${senderId}
    union all
    select coalesce((settings ->> 'controlPercent')::int, 0) from mailings
    where tenant_id = ${tenantId} and id = ${senderId}`.execute(tx);
  return rows[0]?.percent ?? null;
}

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

type PeopleQuery = QueryOf<typeof listCall>;

/** Newest first. Reads only as many days as the sums show the page needs. */
export async function pageOfConverted(
  scope: TenantScope,
  days: Days,
  query: PeopleQuery,
  timeZone: string,
): Promise<ReplyOf<typeof listCall>> {
  const { tx, tenantId } = scope;
  const { cursor, limit, step, group, branchId, windowDays } = query;
  const after = readCursor(cursor, Cursor);
  const isHeld = group === 'control';
  const hasCome = isHeld ? sql`f.came_days <= ${windowDays}` : sql`${windowDays}::smallint = any(f.own_windows)`;
  const spent = sql.ref(`f.${isHeld ? '' : 'own_'}spent_${windowDays}`);
  const until = days.to.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  const last = after && Temporal.Instant.from(after[0]).toZonedDateTimeISO(timeZone).toPlainDate();
  const first = await firstDayOfPage(scope, { from: days.from, to: last ?? days.to }, query);
  if (!first) return { items: [], nextCursor: null };
  const start = first.toZonedDateTime(timeZone).toInstant();
  const { rows } = await sql<Row>`
    with page as (
      select f.* from conversion_facts f
      where f.tenant_id = ${tenantId} and f.at >= ${start} and f.at < ${until}
        and ${isHeld ? sql`f.is_control` : sql`not f.is_control`}
        ${ofSenders(tenantId, 'f', query)} ${branchId === undefined ? sql`` : sql`and f.branch_id = ${branchId}`}
        ${step === 'visited' ? sql`and ${hasCome}` : REACHED[step]}
        and ${isBeyond([sql`f.at`, sql`f.id`], after, 'desc')}
      order by f.at desc, f.id desc limit ${limit + 1}
    )
    select f.id, f.at, f.contact_id, f.sender_id, c.name, c.phone, sender.kind as sender_kind, sender.title, f.is_delivered, f.is_read, f.is_clicked, f.is_answered,
      ${hasCome} as has_come, f.came_at, ${spent} as spent, f.currency
    from page f
    join contacts c on c.tenant_id = ${tenantId} and c.id = f.contact_id
    join senders sender on sender.tenant_id = ${tenantId} and sender.id = f.sender_id
    order by f.at desc, f.id desc`.execute(tx);
  return toPage(rows, limit, toPerson, (row) => [row.at.toString(), row.id]);
}

/**
 * The first day that a page reaches, by the sums; how many of its last day were on an earlier page is unknown. Null
 * when no contacts are left.
 */
async function firstDayOfPage(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  { limit, step, group, branchId, windowDays, ...wanted }: PeopleQuery,
): Promise<Temporal.PlainDate | null> {
  const own = group === 'sent' ? 'own_' : '';
  const counted = sql.ref(step === 'visited' ? `d.${own}came_${windowDays}` : `d.${step}`);
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from (
      select day, coalesce(sum(people) filter (where day < ${to.toString()}::date)
        over (order by day desc rows between unbounded preceding and 1 preceding), 0) as passed
      from (
        select d.day, sum(${counted}::int) as people from conversion_days d
        where d.tenant_id = ${tenantId} and d.day between ${from.toString()}::date and ${to.toString()}::date
          and d.is_control = ${group === 'control'} and ${counted} > 0
          ${ofSenders(tenantId, 'd', wanted)}
          ${branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`}
        group by d.day
      ) by_day
    ) walked where passed <= ${limit}`.execute(tx);
  const [row] = rows;
  return row?.day ? Temporal.PlainDate.from(row.day) : null;
}

const REACHED = {
  sent: sql``,
  delivered: sql`and f.is_delivered`,
  read: sql`and f.is_read`,
  clicked: sql`and f.is_clicked`,
  answered: sql`and f.is_answered`,
} as const;

function ofSenders(
  tenantId: string,
  table: 'd' | 'f',
  { senderId, kind }: Pick<Wanted, 'senderId' | 'kind'>,
): RawBuilder<unknown> {
  const column = sql.ref(`${table}.sender_id`);
  const one = senderId === undefined ? sql`` : sql`and ${column} = ${senderId}`;
  if (kind === undefined) return one;
  return sql`${one} and ${column} in (select id from flows where tenant_id = ${tenantId} and kind = ${kind})`;
}

type SumRow = Record<'sent' | 'delivered' | 'read' | 'clicked' | 'answered' | 'visited' | 'spent', number> & {
  period: string;
  currency: string;
};

function toSums(from: string, rows: readonly SumRow[]): Sums {
  const sum = (name: Exclude<keyof SumRow, 'period' | 'currency'>) => rows.reduce((total, row) => total + row[name], 0);
  return {
    from,
    counts: {
      sent: sum('sent'),
      delivered: sum('delivered'),
      read: sum('read'),
      clicked: sum('clicked'),
      answered: sum('answered'),
      visited: sum('visited'),
      spent: rows.flatMap(({ currency, spent }) => (spent > 0 ? [{ amountMinor: spent, currency }] : [])),
    },
  };
}

type Row = {
  id: string;
  at: Temporal.Instant;
  contact_id: string;
  sender_id: string;
  sender_kind: string;
  name: string;
  phone: string | null;
  title: string;
  is_delivered: boolean;
  is_read: boolean;
  is_clicked: boolean;
  is_answered: boolean;
  has_come: boolean | null;
  came_at: Temporal.Instant | null;
  spent: number;
  currency: string;
};

function toPerson(row: Row): ConvertedPerson {
  return {
    id: row.id,
    at: row.at.toString(),
    contactId: ContactId.parse(row.contact_id),
    contactName: row.name,
    phone: row.phone,
    senderId: SenderId.parse(row.sender_id),
    senderKind: SenderKind.parse(row.sender_kind),
    senderTitle: row.title,
    step: stepOf(row),
    cameAt: row.has_come ? (row.came_at?.toString() ?? null) : null,
    spent: row.spent > 0 ? { amountMinor: row.spent, currency: row.currency } : null,
  };
}

function stepOf(row: Row): ConvertedPerson['step'] {
  if (row.has_come) return 'visited';
  if (row.is_answered) return 'answered';
  if (row.is_clicked) return 'clicked';
  if (row.is_read) return 'read';
  return row.is_delivered ? 'delivered' : 'sent';
}
