import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/db.ts';

export async function moveContactRows({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
}
