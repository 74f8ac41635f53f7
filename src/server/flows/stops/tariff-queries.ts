import { TenantId } from '#contract/tenants/ids.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** Cabinets with a flow whose availability may depend on the tariff. */
export async function listTenantsByTariff({ tx }: SystemScope, kinds: readonly FlowKind[]): Promise<TenantId[]> {
  const rows = await tx
    .selectFrom('flows')
    .select('tenant_id')
    .distinct()
    .where('kind', 'in', [...kinds])
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['none', 'waiting', 'working', 'error']),
        and([eb('status', '=', 'unavailable'), eb('status_before', 'is not', null)]),
      ]),
    )
    .execute();
  return rows.map((row) => TenantId.parse(row.tenant_id));
}
