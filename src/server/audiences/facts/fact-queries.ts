import { sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { purchasesOf, usualOf } from './purchase-reads.ts';

/** Adds contacts to those whose facts are counted again. */
export async function markContactFacts({ tx, tenantId }: TenantScope, contactIds: readonly string[]): Promise<void> {
  await sql`
    insert into contact_fact_marks (tenant_id, contact_id)
    select ${tenantId}::uuid, id from unnest(${[...contactIds]}::uuid[]) id returning 1`.execute(tx);
}

export async function listTenantsWithFactMarks({ tx }: SystemScope): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from contact_fact_marks order by tenant_id`.execute(tx);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

/** Takes marks. Those made later, or by transactions that are not committed yet, stay for the next run. */
export async function takeFactMarks(
  { tx, tenantId }: TenantScope,
  limit: number,
): Promise<{ contactIds: string[]; isMore: boolean }> {
  const { rows } = await sql<{ contact_id: string }>`
    delete from contact_fact_marks m using (
      select id from contact_fact_marks where tenant_id = ${tenantId} order by id limit ${limit} for update skip locked
    ) ready
    where m.tenant_id = ${tenantId} and m.id = ready.id returning m.contact_id`.execute(tx);
  return { contactIds: [...new Set(rows.map((row) => row.contact_id))], isMore: rows.length === limit };
}

/** Locks contacts, so that two runs do not count the same one at once; in the order of ids. */
async function lockContacts({ tx, tenantId }: TenantScope, contactIds: readonly string[]): Promise<void> {
  await sql`
    select from contacts where tenant_id = ${tenantId} and id = any(${[...contactIds]}::uuid[]) order by id for share`.execute(
    tx,
  );
}

/**
 * Replaces the facts of contacts by those of their visits and orders as they are now. Idempotent.
 *
 * @param now an open visit that began until then counts as held
 */
export async function countContactFacts(
  scope: TenantScope,
  contactIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const { tx, tenantId } = scope;
  const ids = [...contactIds];
  await lockContacts(scope, ids);
  await tx.deleteFrom('contact_months').where('tenant_id', '=', tenantId).where('contact_id', 'in', ids).execute();
  await tx.deleteFrom('contact_facts').where('tenant_id', '=', tenantId).where('contact_id', 'in', ids).execute();
  await sql`
    with purchase as materialized (${purchasesOf(tenantId, { contactIds: ids, now })}),
    whole as (
      select contact_id, count(*)::int as visits, ${firstOf('day')} as first_day, ${firstOf('branch_id')} as first_branch_id,
        ${firstOf('master_id')} as first_master_id, ${firstOf('service_id')} as first_service_id,
        ${firstOf('is_online')} as first_is_online, ${lastOf('day')} as last_day, ${lastOf('at')} as last_at,
        ${lastOf('branch_id')} as last_branch_id, ${lastOf('master_id')} as last_master_id,
        ${lastOf('service_id')} as last_service_id, ${lastOf('currency')} as currency
      from purchase group by contact_id
    ),
    ${usualOf('purchase')},
    written as (
      insert into contact_months (tenant_id, contact_id, month, cohort, visits, spent_minor, currency)
      select ${tenantId}::uuid, w.contact_id, date_trunc('month', p.day)::date, date_trunc('month', w.first_day)::date,
        count(*), coalesce(sum(p.paid) filter (where p.currency = w.currency), 0)::bigint, w.currency
      from whole w join purchase p on p.contact_id = w.contact_id
      group by w.contact_id, date_trunc('month', p.day), w.first_day, w.currency
      on conflict (tenant_id, contact_id, month) do nothing
    )
    insert into contact_facts (tenant_id, contact_id, visits, spent_minor, currency, first_day, first_branch_id, first_master_id,
      first_service_id, first_is_online, last_day, last_at, last_branch_id, last_master_id, last_service_id, usual_days)
    select ${tenantId}::uuid, w.contact_id, w.visits,
      (select coalesce(sum(p.paid), 0)::bigint from purchase p where p.contact_id = w.contact_id and p.currency = w.currency),
      w.currency, w.first_day, w.first_branch_id, w.first_master_id, w.first_service_id, w.first_is_online, w.last_day,
      w.last_at, w.last_branch_id, w.last_master_id, w.last_service_id, u.days
    from whole w left join usual u on u.contact_id = w.contact_id
    on conflict (tenant_id, contact_id) do nothing`.execute(tx);
}

const firstOf = (name: string) => sql`(array_agg(${sql.ref(name)} order by at, id))[1]`;
const lastOf = (name: string) => sql`(array_agg(${sql.ref(name)} order by at desc, id desc))[1]`;

/** Moves the facts of a contact to the one it is merged into, where that one has none; the others are deleted. */
export async function moveContactFacts({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    update contact_facts f set contact_id = ${to} where f.tenant_id = ${tenantId} and f.contact_id = ${from}
      and not exists (select from contact_facts o where o.tenant_id = ${tenantId} and o.contact_id = ${to})`.execute(
    tx,
  );
  await sql`
    update contact_months f set contact_id = ${to} where f.tenant_id = ${tenantId} and f.contact_id = ${from}
      and not exists (
        select from contact_months o where o.tenant_id = ${tenantId} and o.contact_id = ${to} and o.month = f.month)`.execute(
    tx,
  );
  await tx.deleteFrom('contact_months').where('tenant_id', '=', tenantId).where('contact_id', '=', from).execute();
  await tx.deleteFrom('contact_facts').where('tenant_id', '=', tenantId).where('contact_id', '=', from).execute();
}
