import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Moves the groups of a contact to the one it is merged into, where that one has none; the others are deleted. */
export async function mergeRfm({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    update rfm_members m set contact_id = ${to} where m.tenant_id = ${tenantId} and m.contact_id = ${from}
      and not exists (
        select from rfm_members o
        where o.tenant_id = ${tenantId} and o.contact_id = ${to} and o.dashboard_id = m.dashboard_id)`.execute(tx);
  await tx.deleteFrom('rfm_members').where('tenant_id', '=', tenantId).where('contact_id', '=', from).execute();
}
