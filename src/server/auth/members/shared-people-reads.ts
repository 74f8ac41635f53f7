import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** Whether two cabinets are one, or a person with the same phone is in both. */
export async function haveSamePerson(scope: SystemScope, one: TenantId, other: TenantId): Promise<boolean> {
  if (one === other) return true;
  const phones = new Set(await listPhones(scope, one));
  return (await listPhones(scope, other)).some((phone) => phones.has(phone));
}

async function listPhones({ tx }: SystemScope, tenantId: TenantId): Promise<string[]> {
  const rows = await tx
    .selectFrom('members')
    .select('phone')
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where('phone', 'is not', null)
    .execute();
  return rows.flatMap(({ phone }) => phone ?? []);
}
