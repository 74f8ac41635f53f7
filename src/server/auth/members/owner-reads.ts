import type { TenantScope } from '#server/platform/database/db.ts';

/** The oldest owner of the cabinet, whose language and addresses the defaults take. */
export async function findFirstOwner({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('members')
    .select(['id', 'email', 'phone', 'language'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'owner')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}
