import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/db.ts';

export async function moveContactRows({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
  await tx
    .updateTable('inbound_messages')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
}
