import { type RawBuilder, sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** Adds contacts to those whose days are counted again. */
export async function markClientDays({ tx, tenantId }: TenantScope, contactIds: readonly string[]): Promise<void> {
  await sql`
    insert into client_day_marks (tenant_id, contact_id)
    select ${tenantId}::uuid, id from unnest(${[...contactIds]}::uuid[]) id returning 1`.execute(tx);
}

export async function listTenantsWithClientDayMarks({ tx }: SystemScope): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from client_day_marks order by tenant_id`.execute(tx);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

/** Takes marks. Those made later, or by transactions that are not committed yet, stay for the next run. */
export async function takeClientDayMarks(
  { tx, tenantId }: TenantScope,
  limit: number,
): Promise<{ contactIds: string[]; isMore: boolean }> {
  const { rows } = await sql<{ contact_id: string }>`
    delete from client_day_marks m using (
      select id from client_day_marks where tenant_id = ${tenantId} order by id limit ${limit} for update skip locked
    ) ready
    where m.tenant_id = ${tenantId} and m.id = ready.id returning m.contact_id`.execute(tx);
  return { contactIds: [...new Set(rows.map((row) => row.contact_id))], isMore: rows.length === limit };
}

/** Number of contacts whose days wait to be counted. */
export async function countClientDayMarks({ tx, tenantId }: TenantScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct contact_id)::int as count from client_day_marks where tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Locks contacts in the order of ids, then the sums of the tenant, which are updated by differences. */
async function lockForCounting({ tx, tenantId }: TenantScope, contactIds: readonly string[]): Promise<void> {
  await sql`
    select from contacts where tenant_id = ${tenantId} and id = any(${[...contactIds]}::uuid[]) order by id for share`.execute(
    tx,
  );
  await sql`select pg_advisory_xact_lock(hashtextextended('frontdesk.client-days ' || ${tenantId}, 0))`.execute(tx);
}

/**
 * Replaces the days of contacts by those of their visits and orders as they are now, and corrects the sums. Idempotent.
 *
 * @param now an open visit that began until then counts as held
 */
export async function countClientDays(
  scope: TenantScope,
  contactIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const { tx, tenantId } = scope;
  const ids = [...contactIds];
  await lockForCounting(scope, ids);
  await sql`
    with purchase as materialized (${purchasesOf(tenantId, ids, now)}),
    came as (
      select contact_id, day, branch_id, min(at) as at, min(min(day)) over (partition by contact_id) as first_day
      from purchase group by contact_id, day, branch_id
    ),
    measured as materialized (
      select ${tenantId}::uuid as tenant_id, contact_id, day, branch_id, ${isFirst('contact_id')} as is_new,
        ${sql.join(
          PERIODS.flatMap((period) => [
            sql`${isFirst('contact_id', period)} and first_day < ${startOf(period)} as ${sql.ref(`back_${period}`)}`,
            sql`${isFirst('contact_id, branch_id', period)} and first_day < ${startOf(period)} as ${sql.ref(`here_${period}`)}`,
          ]),
        )}
      from came
    ),
    former as materialized (
      select * from contact_days d where d.tenant_id = ${tenantId} and d.contact_id = any(${ids}::uuid[])
    ),
    gone as (
      delete from contact_days d using former f
      where d.tenant_id = ${tenantId} and d.contact_id = f.contact_id and d.day = f.day and d.branch_id = f.branch_id
        and not exists (select from measured m where m.contact_id = f.contact_id and m.day = f.day and m.branch_id = f.branch_id)
    ),
    written as (
      insert into contact_days (tenant_id, contact_id, day, branch_id, is_new, ${FLAGS})
      select tenant_id, contact_id, day, branch_id, is_new, ${FLAGS} from measured
      on conflict (tenant_id, contact_id, day, branch_id) do update set is_new = excluded.is_new,
        ${sql.join(NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    ),
    change as (
      select 1 as sign, day, branch_id, is_new, ${FLAGS} from measured
      union all
      select -1, day, branch_id, is_new, ${FLAGS} from former
    )
    ${addChange(tenantId)}`.execute(tx);
}

/** Moves the days of a contact to the one it is merged into, where that one has none; the others are deleted, and the sums corrected. */
export async function moveClientDays(scope: TenantScope, { from, to }: ContactMerge): Promise<void> {
  const { tx, tenantId } = scope;
  await lockForCounting(scope, [from, to]);
  await sql`
    update contact_days d set contact_id = ${to} where d.tenant_id = ${tenantId} and d.contact_id = ${from}
      and not exists (
        select from contact_days o where o.tenant_id = ${tenantId} and o.contact_id = ${to} and o.day = d.day
          and o.branch_id = d.branch_id)`.execute(tx);
  await sql`
    with change as (
      delete from contact_days where tenant_id = ${tenantId} and contact_id = ${from}
      returning -1 as sign, day, branch_id, is_new, ${FLAGS}
    )
    ${addChange(tenantId)}`.execute(tx);
}

const PERIODS = ['day', 'week', 'month', 'year'] as const;
const NAMES = PERIODS.flatMap((period) => [`back_${period}`, `here_${period}`]);
const FLAGS = sql.join(NAMES.map((name) => sql.ref(name)));

const addChange = (tenantId: string): RawBuilder<unknown> => sql`
  insert into client_days as c (tenant_id, day, branch_id, new_clients, ${FLAGS})
  select ${tenantId}::uuid, day, branch_id, sum(sign * is_new::int),
    ${sql.join(NAMES.map((name) => sql`sum(sign * ${sql.ref(name)}::int)`))}
  from change group by day, branch_id order by day, branch_id
  on conflict (tenant_id, day, branch_id) do update set new_clients = c.new_clients + excluded.new_clients,
    ${sql.join(NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`c.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`;

const startOf = (period: (typeof PERIODS)[number]): RawBuilder<unknown> =>
  period === 'day' ? sql`day` : sql`date_trunc(${sql.lit(period)}, day::timestamp)::date`;

/** Whether a day is the first one of the contact, or of a period. */
function isFirst(of: 'contact_id' | 'contact_id, branch_id', period?: (typeof PERIODS)[number]): RawBuilder<unknown> {
  const within = period ? sql`, ${startOf(period)}` : sql``;
  return sql`row_number() over (partition by ${sql.raw(of)}${within} order by day, at, branch_id) = 1`;
}

/** Visits that were held, and orders that were not cancelled, with their day in the branch's zone: as in contact_facts. */
function purchasesOf(tenantId: string, contactIds: string[], now: Temporal.Instant): RawBuilder<unknown> {
  return sql`
    select v.contact_id, v.branch_id, v.starts_at as at, (v.starts_at at time zone b.time_zone)::date as day
    from visits v
    join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
    where v.tenant_id = ${tenantId} and v.contact_id = any(${contactIds}::uuid[])
      and (v.status = 'arrived' or v.status in ('waiting', 'confirmed', 'unknown') and v.starts_at <= ${now})
    union all
    select o.contact_id, o.branch_id, o.placed_at, (o.placed_at at time zone b.time_zone)::date
    from orders o
    join branches b on b.tenant_id = ${tenantId} and b.id = o.branch_id
    where o.tenant_id = ${tenantId} and o.contact_id = any(${contactIds}::uuid[]) and o.status <> 'Cancelled'`;
}
