import { sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from './db.ts';

/** An external id and its owner. `sourceId`: the channel, connection or install that holds it. */
export type ExternalIdClaim = { kind: string; name: string; sourceId: string };

/**
 * Claims exactly these external ids for a channel or connection and releases its others. One tenant at a time holds
 * an id; row-level security hides the tenant that does, but not that the id is taken.
 *
 * @param kind ids of different kinds are independent
 * @returns the ids that another source or tenant holds; the caller then refuses, which rolls all of this back
 */
export async function claimExternalIds(
  { tx, tenantId }: TenantScope,
  { kind, sourceId, names }: { kind: string; sourceId: string; names: readonly string[] },
): Promise<string[]> {
  await tx
    .deleteFrom('external_id_claims')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`not name = any(${[...names]}::text[])`)
    .execute();
  // NOTE: always in the same order, so that two tenants that claim the same ids cannot deadlock.
  await sql`
    insert into external_id_claims (kind, name, tenant_id, source_id)
    select ${kind}, name, ${tenantId}::uuid, ${sourceId}::uuid
    from unnest(${[...new Set(names)].toSorted()}::text[]) as name
    on conflict (kind, name) do nothing`.execute(tx);
  const held = await tx
    .selectFrom('external_id_claims')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .execute();
  const own = new Set(held.map(({ name }) => name));
  return names.filter((name) => !own.has(name));
}

/** Releases all external ids of a removed source: other tenants may then claim them. */
export async function releaseExternalIds({ tx, tenantId }: TenantScope, sourceId: string): Promise<void> {
  await tx
    .deleteFrom('external_id_claims')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .execute();
}

/**
 * Claims one external id for a source, unless another tenant holds it. If another source of the tenant holds it, it
 * stays with that source.
 *
 * @returns false when another tenant holds it
 */
export async function reserveExternalId(
  { tx, tenantId }: TenantScope,
  { kind, name, sourceId }: ExternalIdClaim,
): Promise<boolean> {
  await tx
    .insertInto('external_id_claims')
    .values({ kind, name, tenant_id: tenantId, source_id: sourceId })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doNothing())
    .execute();
  const own = await tx
    .selectFrom('external_id_claims')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return own !== undefined;
}

/** Assigns an external id to a source, unless another tenant holds it. @returns false when another tenant holds it */
export async function assignExternalId(
  { tx, tenantId }: TenantScope,
  { kind, name, sourceId }: ExternalIdClaim,
): Promise<boolean> {
  const assigned = await tx
    .insertInto('external_id_claims')
    .values({ kind, name, tenant_id: tenantId, source_id: sourceId })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'name'])
        .doUpdateSet({ source_id: sourceId })
        .where('external_id_claims.tenant_id', '=', tenantId),
    )
    .returning('name')
    .executeTakeFirst();
  return assigned !== undefined;
}

/** Releases one external id of a source. */
export async function releaseExternalId(
  { tx, tenantId }: TenantScope,
  { kind, name, sourceId }: ExternalIdClaim,
): Promise<void> {
  await tx
    .deleteFrom('external_id_claims')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
}

/** Finds the tenant and source that hold an external id. */
export async function findExternalIdClaim(
  { tx }: SystemScope,
  { kind, name }: Pick<ExternalIdClaim, 'kind' | 'name'>,
): Promise<{ tenantId: TenantId; sourceId: string } | null> {
  const row = await tx
    .selectFrom('external_id_claims')
    .select(['tenant_id', 'source_id'])
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? { tenantId: TenantId.parse(row.tenant_id), sourceId: row.source_id } : null;
}
