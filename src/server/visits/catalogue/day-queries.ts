import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';

/** The branch and start of a visit. */
export type VisitPlace = { branchId: BranchId; startsAt: Temporal.Instant };

/** Counts again the days on which visits start, also by master. The caller holds the recording lock of the branch's connection. */
export async function recountDays({ tx, tenantId }: TenantScope, places: readonly VisitPlace[]): Promise<void> {
  if (places.length === 0) return;
  const branchIds = places.map(({ branchId }) => branchId);
  const starts = places.map(({ startsAt }) => startsAt.toString());
  const touched = sql`
    with day as (
      select distinct b.id as branch_id, b.time_zone, (place.starts_at at time zone b.time_zone)::date as day
      from unnest(${branchIds}::uuid[], ${starts}::timestamptz[]) as place (branch_id, starts_at)
      join branches b on b.tenant_id = ${tenantId} and b.id = place.branch_id
    ),
    touched as materialized (
      select branch_id, day, day::timestamp at time zone time_zone as begins, (day + 1)::timestamp at time zone time_zone as ends
      from day
    )`;
  await sql`${PLANNED_ONCE} ${touched}
    insert into visit_days (${COLUMNS})
    select ${tenantId}::uuid, t.branch_id, t.day, counted.*
    from touched t
    cross join lateral (
      select ${COUNTS} from visits v
      where v.tenant_id = ${tenantId} and v.branch_id = t.branch_id and v.starts_at >= t.begins and v.starts_at < t.ends
        and ${IS_VISIT}) counted
    on conflict (tenant_id, branch_id, day) do update set
      open = excluded.open, arrived = excluded.arrived, no_show = excluded.no_show, cancelled = excluded.cancelled,
      confirmed = excluded.confirmed, paid_minor = excluded.paid_minor`.execute(tx);
  await sql`${PLANNED_ONCE} ${touched}
    delete from master_days d using touched t
    where d.tenant_id = ${tenantId} and d.branch_id = t.branch_id and d.day = t.day`.execute(tx);
  await sql`${PLANNED_ONCE} ${touched}
    insert into master_days (${MASTER_COLUMNS})
    select ${tenantId}::uuid, t.branch_id, t.day, v.master_id, ${MASTER_COUNTS}
    from touched t
    join visits v on v.tenant_id = ${tenantId} and v.branch_id = t.branch_id and v.starts_at >= t.begins and v.starts_at < t.ends
      and v.master_id is not null and ${IS_VISIT}
    group by t.branch_id, t.day, v.master_id
    on conflict (tenant_id, branch_id, day, master_id) do nothing`.execute(tx);
}

/** Counts all days of a branch again, after its zone has changed. The caller holds the recording lock of its connection. */
export async function recountBranchDays({ tx, tenantId }: TenantScope, branchId: BranchId): Promise<void> {
  await tx.deleteFrom('visit_days').where('tenant_id', '=', tenantId).where('branch_id', '=', branchId).execute();
  await sql`
    insert into visit_days (${COLUMNS})
    select ${tenantId}::uuid, b.id, (v.starts_at at time zone b.time_zone)::date, ${COUNTS}
    from branches b join visits v on v.tenant_id = ${tenantId} and v.branch_id = b.id and ${IS_VISIT}
    where b.tenant_id = ${tenantId} and b.id = ${branchId} group by 2, 3
    on conflict (tenant_id, branch_id, day) do nothing`.execute(tx);
  await tx.deleteFrom('master_days').where('tenant_id', '=', tenantId).where('branch_id', '=', branchId).execute();
  await sql`
    insert into master_days (${MASTER_COLUMNS})
    select ${tenantId}::uuid, b.id, (v.starts_at at time zone b.time_zone)::date, v.master_id, ${MASTER_COUNTS}
    from branches b join visits v on v.tenant_id = ${tenantId} and v.branch_id = b.id and v.master_id is not null and ${IS_VISIT}
    where b.tenant_id = ${tenantId} and b.id = ${branchId} group by 2, 3, 4
    on conflict (tenant_id, branch_id, day, master_id) do nothing`.execute(tx);
}

const COLUMNS = sql.raw('tenant_id, branch_id, day, open, arrived, no_show, cancelled, confirmed, paid_minor');

const COUNTS = sql.raw(`
  count(v.id) filter (where v.status in ('waiting', 'confirmed', 'unknown')),
  count(v.id) filter (where v.status = 'arrived'),
  count(v.id) filter (where v.status = 'no_show'),
  count(v.id) filter (where v.status = 'cancelled'),
  count(v.id) filter (where v.was_confirmed and v.status <> 'cancelled'),
  coalesce(sum(v.total_minor) filter (where v.status = 'arrived'), 0)::bigint`);

const MASTER_COLUMNS = sql.raw(
  'tenant_id, branch_id, day, master_id, open, arrived, no_show, cancelled, paid_minor, open_minutes, arrived_minutes',
);

const MASTER_COUNTS = sql.raw(`
  count(*) filter (where v.status in ('waiting', 'confirmed', 'unknown')),
  count(*) filter (where v.status = 'arrived'),
  count(*) filter (where v.status = 'no_show'),
  count(*) filter (where v.status = 'cancelled'),
  coalesce(sum(v.total_minor) filter (where v.status = 'arrived'), 0)::bigint,
  coalesce(sum(v.duration_minutes) filter (where v.status in ('waiting', 'confirmed', 'unknown')), 0)::int,
  coalesce(sum(v.duration_minutes) filter (where v.status = 'arrived'), 0)::int`);

/** Breaks are not counted. */
const IS_VISIT = sql.raw(`(v.contact_id is not null or v.service_titles <> '{}')`);
