import { MailingId, type MailingStatus } from '#contract/mailings/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** Mailings with one of some statuses, by id. */
export async function listMailingsByStatus(
  { tx, tenantId }: TenantScope,
  statuses: readonly MailingStatus[],
): Promise<MailingId[]> {
  const rows = await tx
    .selectFrom('mailings')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', [...statuses])
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => MailingId.parse(id));
}

/** Tenants with mailings that are under way, or would be. */
export async function listTenantsWithMailings({ tx }: SystemScope): Promise<TenantId[]> {
  const rows = await tx
    .selectFrom('mailings')
    .select('tenant_id')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['waiting', 'working', 'error', 'unavailable'])
    .execute();
  return rows.map((row) => TenantId.parse(row.tenant_id));
}
