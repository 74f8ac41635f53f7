import { type RawBuilder, sql } from 'kysely';

/** Which purchases count; absent and empty: all. */
export type PurchaseFilter = {
  contactIds?: readonly string[];
  branchId?: string | null;
  /** A visit with one of them counts as a whole; orders have none. */
  serviceIds?: readonly string[];
  /** A category of services, as above. */
  categoryTitle?: string | null;
};

/**
 * Selects visits that were held, and orders that were not cancelled, with their day in the branch's zone.
 *
 * @param now an open visit that began until then counts as held, without its price
 */
export function purchasesOf(
  tenantId: string,
  { now, contactIds, branchId, serviceIds = [], categoryTitle }: PurchaseFilter & { now: Temporal.Instant },
): RawBuilder<unknown> {
  const common = (table: 'v' | 'o') => sql`
    ${contactIds ? sql`and ${sql.ref(`${table}.contact_id`)} = any(${[...contactIds]}::uuid[])` : sql`and ${sql.ref(`${table}.contact_id`)} is not null`}
    ${branchId ? sql`and ${sql.ref(`${table}.branch_id`)} = ${branchId}::uuid` : sql``}`;
  const isOfServices = serviceIds.length > 0 || categoryTitle;
  return sql`
    select v.contact_id, v.id, v.starts_at as at, (v.starts_at at time zone b.time_zone)::date as day,
      case when v.status = 'arrived' then v.total_minor else 0 end as paid, b.currency, v.branch_id, v.master_id,
      v.service_ids[1] as service_id, v.is_online
    from visits v
    join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
    where v.tenant_id = ${tenantId} ${common('v')}
      and (v.status = 'arrived' or v.status in ('waiting', 'confirmed', 'unknown') and v.starts_at <= ${now})
      ${serviceIds.length > 0 ? sql`and v.service_ids && ${[...serviceIds]}::uuid[]` : sql``}
      ${categoryTitle ? sql`and v.service_ids && array(select s.id from services s where s.tenant_id = ${tenantId} and s.category_title = ${categoryTitle})` : sql``}
    union all
    select o.contact_id, o.id, o.placed_at, (o.placed_at at time zone b.time_zone)::date, o.total_minor, b.currency, o.branch_id,
      null, null, true
    from orders o
    join branches b on b.tenant_id = ${tenantId} and b.id = o.branch_id
    where o.tenant_id = ${tenantId} ${common('o')} and o.status <> 'Cancelled' ${isOfServices ? sql`and false` : sql``}`;
}

/** Gaps between purchases from which the usual one is taken, and the fewest of them. */
const GAPS = 8;
const MIN_GAPS = 2;

/** Common table expressions that end in `usual`: the median gap in days of each contact who has one. */
export const usualOf = (purchase: string): RawBuilder<unknown> => sql`
    gap as (
      select contact_id, day - lag(day) over (partition by contact_id order by day) as days,
        row_number() over (partition by contact_id order by day desc) as nth
      from (select distinct contact_id, day from ${sql.table(purchase)}) of_day
    ),
    usual as (
      select contact_id, round(percentile_cont(0.5) within group (order by days))::int as days
      from gap where days is not null and nth <= ${GAPS} group by contact_id having count(*) >= ${MIN_GAPS}
    )`;
