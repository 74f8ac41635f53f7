import type { TenantScope } from '#server/platform/database/db.ts';

/** The sealed token of the clinic's account. */
export type StoredAccount = { box: Buffer; connectedAt: Temporal.Instant };

export async function findAccount({ tx, tenantId }: TenantScope): Promise<StoredAccount | null> {
  const row = await tx
    .selectFrom('clinic_accounts')
    .select(['box', 'connected_at'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ? { box: row.box, connectedAt: row.connected_at } : null;
}

export async function deleteAccount({ tx, tenantId }: TenantScope): Promise<void> {
  await tx.deleteFrom('clinic_accounts').where('tenant_id', '=', tenantId).execute();
}
