import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '#contract/tenants/ids.ts';
import { optOutHolds } from '#server/contacts/opt-outs/opt-out-reads.ts';

/** Compiles the state of a contact's consent to a filter of `contacts`, aliased as `c`; see `sortConsents`. */
export function consentFilter(tenantId: TenantId, state: string, now: Temporal.Instant): RawBuilder<boolean> {
  const holding = holdingStatements(tenantId, now);
  switch (state) {
    case 'given':
      return sql`c.id in (select h.contact_id from (${holding}) h where h.is_given)`;
    case 'not_given':
      return sql`c.id in (select h.contact_id from (${holding}) h where not h.is_given)`;
    case 'not_recorded':
      return sql`c.id not in (select h.contact_id from (${holding}) h)`;
    default:
      return sql`false`;
  }
}

/** For each contact with a statement about their consent the one that holds. */
function holdingStatements(tenantId: TenantId, now: Temporal.Instant): RawBuilder<unknown> {
  const stops = (contact: RawBuilder<unknown>, join: RawBuilder<unknown>) => sql`
    select ${contact} as contact_id, o.created_at as at from opt_outs o ${join}
    where o.tenant_id = ${tenantId} and o.channel_id is null and ${optOutHolds('o', now)} and ${contact} is not null`;
  return sql`
    with stops as materialized (
      ${stops(sql`o.contact_id`, sql``)}
      union all
      ${stops(sql`p.id`, sql`join contacts p on p.tenant_id = ${tenantId} and p.phone = o.phone`)})
    select distinct on (s.contact_id) s.contact_id, s.is_given from (
      select contact_id, false as is_given, at, 0 as rank, null::uuid as id from stops
      union all
      select r.contact_id, r.is_given, r.recorded_at, 1, r.id from contact_consents r where r.tenant_id = ${tenantId}
      union all
      select m.contact_id, true, i.created_at, 2, i.id from imported_contacts m
      join imports i on i.tenant_id = ${tenantId} and i.id = m.import_id
      where m.tenant_id = ${tenantId} and m.has_consent and (i.consent_source <> '' or i.consented_on is not null)
        and m.contact_id not in (select contact_id from stops)) s
    order by s.contact_id, s.at desc, s.rank, s.id desc`;
}
