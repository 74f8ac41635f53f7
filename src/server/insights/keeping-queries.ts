import type { TenantScope } from '#server/platform/db.ts';

export async function findKeeping({ tx, tenantId }: TenantScope): Promise<number> {
  const row = await tx
    .selectFrom('tenants')
    .select('verdict_months')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return row.verdict_months;
}

export async function saveKeeping({ tx, tenantId }: TenantScope, months: number): Promise<void> {
  await tx.updateTable('tenants').set({ verdict_months: months }).where('id', '=', tenantId).execute();
}
