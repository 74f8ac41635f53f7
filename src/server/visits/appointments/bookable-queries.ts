import { sql } from 'kysely';
import { BranchId, type ConnectionKind } from '#contract/connections/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Bookable, BookableBranch } from './bookable-rules.ts';

export async function listBranches(
  { tx, tenantId }: TenantScope,
  { branchIds, kind }: { branchIds: readonly BranchId[] | null; kind: ConnectionKind },
): Promise<BookableBranch[]> {
  const rows = await tx
    .selectFrom('branches')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .select(['branches.id', 'branches.title', 'branches.address', 'branches.time_zone', 'branches.currency'])
    .where('branches.tenant_id', '=', tenantId)
    .where('branches.is_active', '=', true)
    .where('branches.removed_at', 'is', null)
    .where('connections.removed_at', 'is', null)
    .where('connections.kind', '=', kind)
    .$if(branchIds !== null, (query) =>
      query.where('branches.id', '=', sql<string>`any (${[...(branchIds ?? [])]}::uuid[])`),
    )
    .orderBy('branches.title')
    .orderBy('branches.id')
    .execute();
  return rows.map(({ id, title, address, time_zone, currency }) => ({
    id: BranchId.parse(id),
    title,
    address,
    timeZone: time_zone,
    currency,
  }));
}

export async function listCatalogue(
  { tx, tenantId }: TenantScope,
  branchIds: readonly BranchId[],
): Promise<Omit<Bookable, 'branches'>> {
  const isOfThem = sql<string>`any (${[...branchIds]}::uuid[])`;
  const services = await tx
    .selectFrom('services')
    .select(['id', 'branch_id', 'title', 'category_title', 'price_minor', 'duration_minutes'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', isOfThem)
    .where('is_active', '=', true)
    .orderBy('category_title')
    .orderBy('title')
    .orderBy('id')
    .execute();
  const masters = await tx
    .selectFrom('masters')
    .select(['id', 'branch_id', 'external_id', 'name', 'specialization'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', isOfThem)
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const pairs = await tx
    .selectFrom('service_masters')
    .select(['service_id', 'master_id', 'duration_minutes'])
    .where('tenant_id', '=', tenantId)
    .where('service_id', '=', sql<string>`any (${services.map(({ id }) => id)}::uuid[])`)
    .execute();
  const performers = new Map<ServiceId, Map<MasterId, number | null>>();
  for (const { service_id, master_id, duration_minutes } of pairs)
    performers
      .getOrInsertComputed(ServiceId.parse(service_id), () => new Map())
      .set(MasterId.parse(master_id), duration_minutes);
  return {
    services: services.map((row) => ({
      id: ServiceId.parse(row.id),
      branchId: BranchId.parse(row.branch_id),
      title: row.title,
      categoryTitle: row.category_title,
      priceMinor: row.price_minor,
      durationMinutes: row.duration_minutes,
    })),
    masters: masters.map((row) => ({
      id: MasterId.parse(row.id),
      branchId: BranchId.parse(row.branch_id),
      externalId: row.external_id,
      name: row.name,
      specialization: row.specialization,
    })),
    performers,
  };
}
