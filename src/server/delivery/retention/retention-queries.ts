import { sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** Rows deleted by one statement: few enough that no other transaction waits for it. */
const BATCH_SIZE = 5_000;

/** Lists the months that have tables, the oldest first. */
export async function listMonths({ tx }: SystemScope): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ month: string }>`select month from frontdesk.verdict_months() as month`.execute(tx);
  return rows.map(({ month }) => Temporal.PlainDate.from(month));
}

/** Lists months without a table that have decisions: a clock was advanced. */
export async function listMonthsWaiting({ tx }: SystemScope): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', decided_at at time zone 'UTC')::date as month
    from frontdesk.verdicts_other order by month`.execute(tx);
  return rows.map(({ month }) => Temporal.PlainDate.from(month));
}

/**
 * Creates a month's table; does nothing if it exists.
 *
 * NOTE: rows are moved only where some wait, which happens after a clock was advanced: Citus cannot attach a table in a
 * transaction that read or moved rows. A row that comes meanwhile makes the attachment fail; the next run moves it.
 *
 * @param hasWaiting the month has rows in the table of other months; they are moved
 */
export async function addMonth(
  { tx }: SystemScope,
  { month, hasWaiting }: { month: Temporal.PlainDate; hasWaiting: boolean },
): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select frontdesk.begin_verdict_month(${month.toString()}::date) as name`.execute(tx);
  const name = rows[0]?.name;
  if (!name) return;
  if (hasWaiting)
    await sql`
      with moved as (delete from frontdesk.verdicts_other where ${within(month)} returning *)
      insert into ${sql.raw(name)} select * from moved returning 1`.execute(tx);
  await sql`select frontdesk.attach_verdict_month(${month.toString()}::date)`.execute(tx);
}

/** The longest retention of all tenants, in months. */
export async function longestRetention({ tx }: SystemScope): Promise<number> {
  const { rows } = await sql<{ months: number | null }>`select max(verdict_months) as months from tenants`.execute(tx);
  return rows[0]?.months ?? Infinity;
}

/** Drops a month. Its decisions are no longer counted as part of the log. */
export async function dropMonth({ tx }: SystemScope, month: Temporal.PlainDate): Promise<void> {
  await sql`
    insert into message_tallies as t
    select tenant_id, sender_id, 'decided_against', pg_backend_pid(), -count(*), 0 from verdicts
    where ${within(month)} and outcome = 'skipped' and message_id is null group by tenant_id, sender_id
    on conflict (tenant_id, sender_id, status, counted_by) do update set count = t.count + excluded.count`.execute(tx);
  await sql`select frontdesk.drop_verdict_month(${month.toString()}::date)`.execute(tx);
}

/** Lists tenants with decisions of a month that is past their retention. */
export async function listTenantsPast(
  { tx }: SystemScope,
  month: Temporal.PlainDate,
  age: number,
): Promise<TenantId[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenants t
    where t.verdict_months < ${age} and exists (select from verdicts v where v.tenant_id = t.id and ${within(month)})
    order by t.id`.execute(tx);
  return rows.map(({ id }) => TenantId.parse(id));
}

/** Deletes a batch of a tenant's decisions of a month. @returns whether there may be more */
export async function deleteSomeOfMonth(
  { tx }: SystemScope,
  tenantId: TenantId,
  month: Temporal.PlainDate,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with aged as (
      select id, decided_at from verdicts where tenant_id = ${tenantId} and ${within(month)} limit ${BATCH_SIZE}
    ),
    gone as (
      delete from verdicts v using aged
      where v.tenant_id = ${tenantId} and ${within(month, 'v.')} and v.id = aged.id and v.decided_at = aged.decided_at
      returning v.sender_id, v.outcome, v.message_id
    ),
    counted as (
      insert into message_tallies as t
      select ${tenantId}::uuid, sender_id, 'decided_against', pg_backend_pid(), -count(*), 0 from gone
      where outcome = 'skipped' and message_id is null group by sender_id
      on conflict (tenant_id, sender_id, status, counted_by) do update set count = t.count + excluded.count
    )
    select count(*) from gone`.execute(tx);
  return rows[0]?.count === BATCH_SIZE;
}

/** Deletes a batch of cancelled messages' records of months past retention. @returns whether there may be more */
export async function forgetSomeCalledOff({ tx }: SystemScope, thisMonth: Temporal.PlainDate): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with aged as (
      select c.tenant_id, c.message_id from called_off c join tenants t on t.id = c.tenant_id
      where c.day < ${thisMonth.toString()}::date - t.verdict_months * interval '1 month' limit ${BATCH_SIZE}
    ),
    gone as (delete from called_off c using aged where (c.tenant_id, c.message_id) = (aged.tenant_id, aged.message_id) returning 1)
    select count(*) from gone`.execute(tx);
  return rows[0]?.count === BATCH_SIZE;
}

/** Deletes counts by day of months past retention. */
export async function forgetTallies({ tx }: SystemScope, thisMonth: Temporal.PlainDate): Promise<void> {
  await sql`
    delete from skip_tallies s using tenants t
    where t.id = s.tenant_id and s.day < ${thisMonth.toString()}::date - t.verdict_months * interval '1 month'`.execute(
    tx,
  );
  await sql`
    delete from policy_tallies s using tenants t
    where t.id = s.tenant_id and s.day < ${thisMonth.toString()}::date - t.verdict_months * interval '1 month'`.execute(
    tx,
  );
}

/** Adds up the counts of each connection, except rows that are being changed. */
export async function sumSkips({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`
    with counted as (
      delete from skip_tallies t using (
        select day, sender_id, rule, counted_by from skip_tallies
        where tenant_id = ${tenantId} and counted_by <> 0 for update skip locked
      ) free
      where t.tenant_id = ${tenantId} and (t.day, t.sender_id, t.rule, t.counted_by)
        = (free.day, free.sender_id, free.rule, free.counted_by)
      returning t.*
    )
    insert into skip_tallies as t
    select ${tenantId}::uuid, day, sender_id, rule, 0, sum(count) from counted
    group by day, sender_id, rule order by day, sender_id, rule
    on conflict (tenant_id, day, sender_id, rule, counted_by) do update set count = t.count + excluded.count`.execute(
    tx,
  );
}

const within = (month: Temporal.PlainDate, of = '') => {
  const column = sql.raw(`${of}decided_at`);
  const from = month.toZonedDateTime('UTC').toInstant();
  const to = month.add({ months: 1 }).toZonedDateTime('UTC').toInstant();
  return sql`${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz`;
};
