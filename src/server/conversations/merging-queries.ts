import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/db.ts';

export async function moveContactRows({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  for (const table of ['conversations', 'inbound_messages'] as const)
    await tx
      .updateTable(table)
      .set({ contact_id: to })
      .where('tenant_id', '=', tenantId)
      .where('contact_id', '=', from)
      .execute();
}
