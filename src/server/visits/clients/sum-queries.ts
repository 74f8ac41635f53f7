import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { VisitSums } from '#server/contacts/book/rules.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** Sums the visits of contacts; contacts without visits have empty sums. */
export async function listVisitSums(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  now: Temporal.Instant,
): Promise<VisitSums[]> {
  const { rows } = await sql<Omit<VisitSums, 'contactId'> & { contact_id: string }>`
    with visit as materialized (
      select v.contact_id, v.status, v.total_minor, v.branch_id, v.master_id, v.service_ids, v.is_online,
        v.status = 'arrived' or v.status in ('waiting', 'confirmed', 'unknown') and v.starts_at <= ${now} as is_held
      from visits v where v.tenant_id = ${tenantId} and v.contact_id = any(${[...contactIds]}::uuid[])
    ),
    service as (
      select contact_id, array_agg(distinct id::text) as ids
      from visit cross join lateral unnest(service_ids) as id where is_held group by contact_id
    )
    select counted.id as contact_id, count(*) filter (where v.status = 'arrived')::int as arrived,
      coalesce(sum(v.total_minor) filter (where v.status = 'arrived'), 0)::int8 as "paidMinor",
      count(*) filter (where v.status = 'no_show')::int as "noShows",
      coalesce(array_agg(distinct v.branch_id::text) filter (where v.is_held), '{}') as "branchIds",
      coalesce(array_agg(distinct v.master_id::text) filter (where v.is_held and v.master_id is not null), '{}') as "masterIds",
      coalesce(min(service.ids), '{}') as "serviceIds",
      coalesce(bool_or(v.is_held and v.is_online), false) as "isOnline",
      coalesce(bool_or(v.is_held and not v.is_online), false) as "isByStaff"
    from unnest(${[...contactIds]}::uuid[]) counted (id)
    left join visit v on v.contact_id = counted.id
    left join service on service.contact_id = counted.id
    group by counted.id`.execute(tx);
  return rows.map(({ contact_id: id, ...sums }) => ({ ...sums, contactId: ContactId.parse(id) }));
}

const MAX_VISITS = 2_000;

/**
 * Finds the contacts of open visits that began after the mark of the sums, a few thousand visits at a time.
 * @returns `until`: the start of the last of these visits; null when no more began until the given time
 */
export async function listStarted(
  { tx, tenantId }: TenantScope,
  until: Temporal.Instant,
): Promise<{ contactIds: ContactId[]; until: Temporal.Instant | null }> {
  const { rows } = await sql<{ contact_ids: string[]; until: Temporal.Instant | null }>`
    with mark as (
      select coalesce((select counted_until from visit_sum_marks where tenant_id = ${tenantId}), '-infinity') as at
    ),
    bound as (
      select (select v.starts_at from visits v, mark where v.tenant_id = ${tenantId} and v.starts_at > mark.at
        and v.starts_at <= ${until} order by v.starts_at offset ${MAX_VISITS} limit 1) as at
    )
    select coalesce(array_agg(distinct v.contact_id::text), '{}') as contact_ids, (select at from bound) as until
    from visits v, mark, bound
    where v.tenant_id = ${tenantId} and v.starts_at > mark.at and v.starts_at <= coalesce(bound.at, ${until})
      and v.contact_id is not null and v.status in ('waiting', 'confirmed', 'unknown')`.execute(tx);
  const [row] = rows;
  return { contactIds: (row?.contact_ids ?? []).map((id) => ContactId.parse(id)), until: row?.until ?? null };
}

/** Moves the mark of the sums forward. */
export async function saveMark({ tx, tenantId }: TenantScope, until: Temporal.Instant): Promise<void> {
  await sql`
    insert into visit_sum_marks (tenant_id, counted_until) values (${tenantId}, ${until})
    on conflict (tenant_id) do update set counted_until = greatest(visit_sum_marks.counted_until, excluded.counted_until)`.execute(
    tx,
  );
}

/** Lists cabinets that have places of business. */
export async function listTenantsWithBranches({ tx }: SystemScope): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from branches where removed_at is null`.execute(tx);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}
