import { sql } from 'kysely';
import { TenantId } from '#contract/tenants.ts';
import type { SystemScope, TenantScope } from './db.ts';

/** `sourceId`: the channel, connection or install that has the id. */
export type ExternalIdClaim = { kind: string; name: string; sourceId: string };

/**
 * Makes these the names a channel or connection has of the outside, and no others. Each name is had by one cabinet at a
 * time; row-level security hides whose it is, but not that somebody has it.
 *
 * @param kind names of different kinds never meet
 * @returns the names another source or cabinet has; the caller refuses, which takes all of this back
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
  // NOTE: in one order everywhere, so that two cabinets that want the same names cannot wait for each other for good.
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

/** A source that was removed has no names: other cabinets may connect what it had. */
export async function releaseExternalIds({ tx, tenantId }: TenantScope, sourceId: string): Promise<void> {
  await tx
    .deleteFrom('external_id_claims')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .execute();
}

/**
 * Claims one external id for a source, where nobody or another source of the tenant has it; a source of the tenant that
 * has it stays its holder.
 *
 * @returns false when another tenant has it
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

/** Gives an external id that the tenant or nobody has to a source. @returns false when another tenant has it */
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

/** The tenant and source that have an external id. */
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
