import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import type { MasterFacts, ServiceFacts } from '#server/connections/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

/** Stores the masters of a branch; those not in the list become inactive. */
export async function saveMasters(
  scope: TenantScope,
  branchId: BranchId,
  masters: readonly MasterFacts[],
): Promise<void> {
  const { tx, tenantId } = scope;
  const known = unique(masters);
  await retireOthers(scope, 'masters', branchId, known);
  if (known.length === 0) return;
  await tx
    .insertInto('masters')
    .values(
      known.map((one) => ({
        tenant_id: tenantId,
        id: newId(MasterId),
        branch_id: branchId,
        external_id: one.externalId,
        name: one.name,
        specialization: one.specialization,
        is_active: one.isActive,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'branch_id', 'external_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        specialization: eb.ref('excluded.specialization'),
        is_active: eb.ref('excluded.is_active'),
      })),
    )
    .execute();
}

/** Stores the services of a branch; those not in the list become inactive. */
export async function saveServices(
  scope: TenantScope,
  branchId: BranchId,
  services: readonly ServiceFacts[],
): Promise<void> {
  const { tx, tenantId } = scope;
  const known = unique(services);
  await retireOthers(scope, 'services', branchId, known);
  if (known.length === 0) return;
  await tx
    .insertInto('services')
    .values(
      known.map((one) => ({
        tenant_id: tenantId,
        id: newId(ServiceId),
        branch_id: branchId,
        external_id: one.externalId,
        title: one.title,
        category_title: one.categoryTitle,
        price_minor: one.priceMinor,
        duration_minutes: one.durationMinutes,
        is_active: one.isActive,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'branch_id', 'external_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        category_title: eb.ref('excluded.category_title'),
        price_minor: eb.ref('excluded.price_minor'),
        duration_minutes: eb.ref('excluded.duration_minutes'),
        is_active: eb.ref('excluded.is_active'),
      })),
    )
    .execute();
}

/**
 * Returns ids of the masters that records name, by the vendor's ids. Unknown masters are inserted.
 *
 * @param isActive of the inserted ones: false where the list of masters was read and does not contain them
 */
export async function idsOfMasters(
  scope: TenantScope,
  branchId: BranchId,
  named: ReadonlyMap<string, string>,
  isActive: boolean,
): Promise<Map<string, MasterId>> {
  const known = await listIds(scope, 'masters', branchId, named);
  const unknown = [...named].filter(([externalId]) => !known.has(externalId));
  if (unknown.length === 0) return parsed(known, MasterId);
  const { tx, tenantId } = scope;
  await tx
    .insertInto('masters')
    .values(
      unknown.map(([externalId, name]) => ({
        tenant_id: tenantId,
        id: newId(MasterId),
        branch_id: branchId,
        external_id: externalId,
        name,
        is_active: isActive,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'branch_id', 'external_id']).doNothing())
    .execute();
  // NOTE: read again, since another transaction may have inserted them first
  return parsed(await listIds(scope, 'masters', branchId, named), MasterId);
}

/**
 * Returns ids of the services that records name, by the vendor's ids. Unknown services are inserted.
 *
 * @param isActive of the inserted ones: false where the list of services was read and does not contain them
 */
export async function idsOfServices(
  scope: TenantScope,
  branchId: BranchId,
  named: ReadonlyMap<string, string>,
  isActive: boolean,
): Promise<Map<string, ServiceId>> {
  const known = await listIds(scope, 'services', branchId, named);
  const unknown = [...named].filter(([externalId]) => !known.has(externalId));
  if (unknown.length === 0) return parsed(known, ServiceId);
  const { tx, tenantId } = scope;
  await tx
    .insertInto('services')
    .values(
      unknown.map(([externalId, title]) => ({
        tenant_id: tenantId,
        id: newId(ServiceId),
        branch_id: branchId,
        external_id: externalId,
        title,
        is_active: isActive,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'branch_id', 'external_id']).doNothing())
    .execute();
  // NOTE: read again, since another transaction may have inserted them first
  return parsed(await listIds(scope, 'services', branchId, named), ServiceId);
}

type CatalogueTable = 'masters' | 'services';

/** Deactivates rows the vendor no longer lists; they are not deleted, as visits refer to them. */
async function retireOthers(
  { tx, tenantId }: TenantScope,
  table: CatalogueTable,
  branchId: BranchId,
  known: readonly { externalId: string }[],
): Promise<void> {
  const isRetired = sql<boolean>`tenant_id = ${tenantId} and branch_id = ${branchId}
    and not (external_id = any (${known.map((one) => one.externalId)}::text[]))`;
  if (table === 'masters') await tx.updateTable('masters').set({ is_active: false }).where(isRetired).execute();
  else await tx.updateTable('services').set({ is_active: false }).where(isRetired).execute();
}

/** Returns ids by the vendor's. */
async function listIds(
  { tx, tenantId }: TenantScope,
  table: CatalogueTable,
  branchId: BranchId,
  named: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (named.size === 0) return new Map();
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'external_id'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('external_id', '=', sql<string>`any (${[...named.keys()]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

const parsed = <Id>(ids: ReadonlyMap<string, string>, schema: { parse(id: string): Id }): Map<string, Id> =>
  new Map([...ids].map(([externalId, id]) => [externalId, schema.parse(id)]));

function unique<Facts extends { externalId: string }>(facts: readonly Facts[]): Facts[] {
  return [...new Map(facts.map((one) => [one.externalId, one])).values()];
}
