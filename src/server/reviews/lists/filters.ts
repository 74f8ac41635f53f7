import { type RawBuilder, sql } from 'kysely';
import type { ReviewFilter } from '#contract/reviews/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Selects the visible reviews `r` of a filter; days are those of the zone. */
export function answersTo({ tenantId }: TenantScope, filter: ReviewFilter, timeZone: string): RawBuilder<unknown> {
  const { from, to, stars, branchId, masterId, serviceId, tag, map, comesAgain, answered } = filter;
  const conditions = [
    sql`r.tenant_id = ${tenantId} and r.is_counted`,
    ...(from ? [sql`r.created_at >= ${startOf(from, timeZone)}::timestamptz`] : []),
    ...(to ? [sql`r.created_at < ${startOf(to, timeZone, 1)}::timestamptz`] : []),
    ...(filter.class ? [STARS_OF_CLASS[filter.class]] : []),
    ...(stars ? [sql`r.stars = ${stars}::int`] : []),
    ...(branchId ? [sql`r.branch_id = ${branchId}`] : []),
    ...(masterId ? [sql`r.master_id = ${masterId}`] : []),
    ...(serviceId ? [sql`${serviceId}::uuid = any (r.service_ids)`] : []),
    ...(tag ? [sql`${tag} = any (r.tags)`] : []),
    ...(map ? [sql`r.map_clicks ? ${map}`] : []),
    ...(comesAgain ? [sql`r.comes_again = ${comesAgain === 'yes'}`] : []),
    ...(answered ? [answered === 'yes' ? sql`r.answered_at is not null` : sql`r.answered_at is null`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const STARS_OF_CLASS = {
  negative: sql`r.stars <= 2`,
  neutral: sql`r.stars = 3`,
  positive: sql`r.stars >= 4`,
};

/** The first moment of a day, some days later. */
function startOf(day: string, timeZone: string, daysLater = 0): string {
  return Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone).toInstant().toString();
}
