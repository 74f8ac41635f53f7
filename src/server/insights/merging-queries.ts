import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** Moves facts; they are measured again by the purchases of the remaining contact. */
export async function moveContactRows({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await tx
    .updateTable('conversion_facts')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
  await tx
    .updateTable('conversion_marks')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
  await tx.insertInto('conversion_marks').values({ tenant_id: tenantId, contact_id: to }).execute();
}
