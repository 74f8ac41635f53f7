import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** Cabinets with a flow at work whose trial is over, or with one that stopped for want of a tariff. */
export async function listTenantsByTariff({ tx }: SystemScope, now: Temporal.Instant): Promise<TenantId[]> {
  const rows = await tx
    .selectFrom('flows')
    .innerJoin('tenants', 'tenants.id', 'flows.tenant_id')
    .select('flows.tenant_id')
    .distinct()
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('status', 'in', ['none', 'waiting', 'working', 'error']), eb('tenants.paid_until', '<=', now)]),
        and([eb('status', '=', 'unavailable'), eb('status_before', 'is not', null)]),
      ]),
    )
    .execute();
  return rows.map((row) => TenantId.parse(row.tenant_id));
}
