import type { TenantScope } from '#server/platform/db.ts';

/** Whether a notice with the key is open. */
export async function hasOpenNotice({ tx, tenantId }: TenantScope, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('notices')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
