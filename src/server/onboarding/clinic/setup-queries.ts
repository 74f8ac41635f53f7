import { FlowId } from '#contract/flows/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type StoredSetup = { flowId: FlowId; startsOn: string | null };

export async function findSetup({ tx, tenantId }: TenantScope): Promise<StoredSetup | null> {
  const row = await tx
    .selectFrom('clinic_setups')
    .select(['flow_id', 'starts_on'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ? { flowId: FlowId.parse(row.flow_id), startsOn: row.starts_on && String(row.starts_on) } : null;
}

/** Stores the reminder without a day. */
export async function putReminder({ tx, tenantId }: TenantScope, flowId: FlowId): Promise<void> {
  await tx
    .insertInto('clinic_setups')
    .values({ tenant_id: tenantId, flow_id: flowId })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ flow_id: flowId, starts_on: null }))
    .execute();
}

export async function setStart({ tx, tenantId }: TenantScope, startsOn: string): Promise<void> {
  await tx.updateTable('clinic_setups').set({ starts_on: startsOn }).where('tenant_id', '=', tenantId).execute();
}
