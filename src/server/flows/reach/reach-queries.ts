import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The newest contacts; ids grow with time. */
export async function listNewestContacts({ tx, tenantId }: TenantScope, limit: number): Promise<ContactId[]> {
  const rows = await tx
    .selectFrom('contacts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => ContactId.parse(id));
}
