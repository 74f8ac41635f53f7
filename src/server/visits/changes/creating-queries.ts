import { sql } from 'kysely';
import type { MasterId, ServiceId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The vendor's ids of a master and of services; null where the branch has none of them any more. */
export async function findExternalIds(
  { tx, tenantId }: TenantScope,
  { masterId, serviceIds }: { masterId: MasterId; serviceIds: readonly ServiceId[] },
): Promise<{ masterExternalId: string; serviceExternalIds: string[] } | null> {
  const master = await tx
    .selectFrom('masters')
    .select('external_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', masterId)
    .executeTakeFirst();
  const services = await tx
    .selectFrom('services')
    .select(['id', 'external_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...serviceIds]}::uuid[])`)
    .execute();
  const ids = new Map(services.map((row) => [row.id, row.external_id]));
  const serviceExternalIds = serviceIds.flatMap((id) => ids.get(id) ?? []);
  const isComplete = master !== undefined && serviceExternalIds.length === serviceIds.length;
  return isComplete ? { masterExternalId: master.external_id, serviceExternalIds } : null;
}
