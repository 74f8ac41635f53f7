import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/**
 * Where both contacts are on the list of a mailing, the place whose message is planned stays, so that the contact
 * gets no second one; the counts of the mailing follow.
 */
export async function mergeRecipients({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    with both_listed as (
      select f.mailing_id, f.planned_at is not null and t.planned_at is null as is_moved
      from mailing_recipients f
      join mailing_recipients t on t.tenant_id = ${tenantId} and t.mailing_id = f.mailing_id and t.contact_id = ${to}
      where f.tenant_id = ${tenantId} and f.contact_id = ${from}
    ),
    dropped as (
      delete from mailing_recipients r using both_listed b
      where r.tenant_id = ${tenantId} and r.mailing_id = b.mailing_id
        and r.contact_id = case when b.is_moved then ${to}::uuid else ${from}::uuid end
      returning r.mailing_id, coalesce(r.exclusion, '') as exclusion, (r.planned_at is not null)::int as planned
    )
    update mailings m set planned_count = m.planned_count - d.planned,
      listed_counts = jsonb_set(m.listed_counts, array[d.exclusion],
        to_jsonb(coalesce((m.listed_counts ->> d.exclusion)::int8, 0) - 1))
    from dropped d where m.tenant_id = ${tenantId} and m.id = d.mailing_id`.execute(tx);
}
