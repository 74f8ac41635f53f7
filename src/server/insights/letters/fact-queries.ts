import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';
import { DAY_PARTS, type LetterFacts, type MasterReturn, type Slot, type Week } from './letter-rules.ts';

/** A week that the letter compares, with its currency. */
export type WeekRow = Omit<Week, 'newClients'> & {
  /** Weeks before the one of the letter: 0 is that one. */
  ago: number;
  currency: string;
};

/** Visits of the week that begins on a day, and of those before it, by week and currency. */
export async function listWeeks(
  { tx, tenantId }: TenantScope,
  week: Temporal.PlainDate,
  weeksBefore: number,
): Promise<WeekRow[]> {
  const from = week.subtract({ weeks: weeksBefore });
  const { rows } = await sql<WeekRow>`
    select (${week.toString()}::date + 6 - d.day) / 7 as ago, b.currency, sum(d.arrived + d.open)::int as attended,
      sum(d.no_show)::int as "noShow", sum(d.open)::int as unmarked, sum(d.arrived)::int as arrived,
      sum(d.paid_minor)::bigint as "paidMinor"
    from visit_days d
    join branches b on b.tenant_id = ${tenantId} and b.id = d.branch_id
    where d.tenant_id = ${tenantId} and d.day >= ${from.toString()}::date and d.day < ${week.add({ days: 7 }).toString()}::date
    group by ago, b.currency order by ago, b.currency`.execute(tx);
  return rows;
}

/** Clients whose first visit or order was in a week. */
export async function listNewClients(
  { tx, tenantId }: TenantScope,
  week: Temporal.PlainDate,
  weeksBefore: number,
): Promise<{ ago: number; count: number }[]> {
  const from = week.subtract({ weeks: weeksBefore });
  const { rows } = await sql<{ ago: number; count: number }>`
    select (${week.toString()}::date + 6 - f.first_day) / 7 as ago, count(*)::int as count from contact_facts f
    where f.tenant_id = ${tenantId} and f.first_day >= ${from.toString()}::date
      and f.first_day < ${week.add({ days: 7 }).toString()}::date
    group by ago order by ago`.execute(tx);
  return rows;
}

/** Visits by weekday and part of the day, over the weeks to the end of one. */
export async function listSlots(
  { tx, tenantId }: TenantScope,
  week: Temporal.PlainDate,
  weeks: number,
): Promise<Slot[]> {
  const until = week.add({ days: 7 });
  const { rows } = await sql<{ weekday: number; part: number; visits: number }>`
    select extract(isodow from at.wall)::int as weekday,
      case when extract(hour from at.wall) < 12 then 0 when extract(hour from at.wall) < 17 then 1 else 2 end as part,
      count(*)::int as visits
    from visits v
    join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
    cross join lateral (select v.starts_at at time zone b.time_zone as wall) at
    where v.tenant_id = ${tenantId} and v.status <> 'cancelled' and (v.contact_id is not null or v.service_titles <> '{}')
      -- NOTE: no zone is further than a day from UTC; the exact day is compared in the branch's zone.
      and v.starts_at >= ${until.subtract({ weeks, days: 1 }).toString()}::date
      and v.starts_at < ${until.add({ days: 1 }).toString()}::date
      and at.wall::date >= ${until.subtract({ weeks }).toString()}::date and at.wall::date < ${until.toString()}::date
    group by 1, 2`.execute(tx);
  return rows.map(({ weekday, part, visits }) => ({ weekday, part: DAY_PARTS[part] ?? 'evening', visits }));
}

/** Clients by the master of their first visit in some days, and those of them who came again. */
export async function listMasterReturns(
  { tx, tenantId }: TenantScope,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<MasterReturn[]> {
  const { rows } = await sql<MasterReturn>`
    select m.id, m.name, count(*)::int as clients, (count(*) filter (where f.visits > 1))::int as "cameAgain"
    from contact_facts f
    join masters m on m.tenant_id = ${tenantId} and m.id = f.first_master_id
    where f.tenant_id = ${tenantId} and f.first_day between ${from.toString()}::date and ${to.toString()}::date
    group by m.id, m.name order by m.id`.execute(tx);
  return rows;
}

type Troubles = Pick<LetterFacts, 'isReminderOn' | 'stoppedFlows' | 'failedMailings' | 'downChannels' | 'waiting'>;

/** Finds flows, mailings and channels that stand still now, and conversations that nobody has answered. */
export async function findTroubles(
  scope: TenantScope,
  { since, now }: { since: Temporal.Instant; now: Temporal.Instant },
): Promise<Troubles> {
  const { tx, tenantId } = scope;
  const flows = await sql<{ id: string; title: string; kind: string; status: string; mode: string }>`
    select id, title, kind, status, mode from flows
    where tenant_id = ${tenantId} and deleted_at is null and (status = 'error' or kind = 'visit_reminder')
    order by updated_at desc, id`.execute(tx);
  const mailings = await sql<{ id: string; title: string }>`
    select id, title from mailings
    where tenant_id = ${tenantId} and deleted_at is null and status = 'error' and updated_at >= ${since}
    order by updated_at desc, id`.execute(tx);
  const channels = await sql<{ title: string }>`
    select title from channels where tenant_id = ${tenantId} and removed_at is null and state in ('NotAuthorized', 'error')
    order by position, id`.execute(tx);
  const waiting = await sql<{ count: number }>`
    select count(*)::int as count from conversations
    where tenant_id = ${tenantId} and unread_since >= ${since} and unread_since <= ${now.subtract({ hours: 24 })}`.execute(
    tx,
  );
  return {
    isReminderOn: flows.rows.some(
      ({ kind, status, mode }) => kind === 'visit_reminder' && status === 'working' && mode === 'combat',
    ),
    stoppedFlows: flows.rows.filter(({ status }) => status === 'error').map(({ id, title }) => ({ id, title })),
    failedMailings: mailings.rows,
    downChannels: channels.rows.map(({ title }) => title),
    waiting: waiting.rows[0]?.count ?? 0,
  };
}
