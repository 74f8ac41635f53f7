import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ContactMerge } from '#server/contacts/jobs.ts';

/**
 * Fills unknown fields of `to`: name, e-mail, language, zone, birthday, categories. An opt-out from mailings is always
 * kept, visits and amounts never become fewer, and the sums of visits are added.
 */
export async function inheritFacts({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    update contacts t set
      name = case when t.name = '' then s.name else t.name end,
      given_name = case when t.name = '' then s.given_name else t.given_name end, email = coalesce(t.email, s.email),
      language = coalesce(t.language, s.language), time_zone = coalesce(t.time_zone, s.time_zone),
      birth_date = coalesce(t.birth_date, s.birth_date),
      kept_fields = case when t.birth_date is null and 'birth_date' = any(s.kept_fields) and not 'birth_date' = any(t.kept_fields)
        then t.kept_fields || 'birth_date'::text else t.kept_fields end,
      categories = case when t.categories = '{}' then s.categories else t.categories end,
      refuses_mailings = t.refuses_mailings or s.refuses_mailings,
      visits_count = greatest(t.visits_count, s.visits_count), last_visit_at = greatest(t.last_visit_at, s.last_visit_at),
      arrived_count = t.arrived_count + s.arrived_count, paid_minor = t.paid_minor + s.paid_minor,
      no_show_count = t.no_show_count + s.no_show_count,
      held_branch_ids = array(select distinct unnest(t.held_branch_ids || s.held_branch_ids)),
      held_master_ids = array(select distinct unnest(t.held_master_ids || s.held_master_ids)),
      held_service_ids = array(select distinct unnest(t.held_service_ids || s.held_service_ids)),
      held_online = t.held_online or s.held_online, held_by_staff = t.held_by_staff or s.held_by_staff,
      spent_minor = greatest(t.spent_minor, s.spent_minor),
      spent_at = case when s.spent_minor > t.spent_minor then s.spent_at else t.spent_at end
    from contacts s
    where s.tenant_id = ${tenantId} and s.id = ${from} and t.tenant_id = ${tenantId} and t.id = ${to}`.execute(tx);
}

/** Copies the tags and lists of a merged contact; those of `from` are deleted with it. */
export async function inheritTags({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    insert into contact_tags (tenant_id, contact_id, tag)
    select tenant_id, ${to}, tag from contact_tags where tenant_id = ${tenantId} and contact_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into imported_contacts (tenant_id, import_id, contact_id, row_number, was_created, added_tags, has_consent)
    select tenant_id, import_id, ${to}, row_number, false, added_tags, has_consent from imported_contacts
    where tenant_id = ${tenantId} and contact_id = ${from}
    on conflict do nothing`.execute(tx);
}

export async function deleteContact({ tx, tenantId }: TenantScope, id: ContactId): Promise<void> {
  await tx.deleteFrom('contacts').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}
