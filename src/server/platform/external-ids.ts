import { sql } from 'kysely';
import type { TenantScope } from './db.ts';

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
    .deleteFrom('outside_names')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`not name = any(${[...names]}::text[])`)
    .execute();
  // NOTE: in one order everywhere, so that two cabinets that want the same names cannot wait for each other for good.
  await sql`
    insert into outside_names (kind, name, tenant_id, source_id)
    select ${kind}, name, ${tenantId}::uuid, ${sourceId}::uuid
    from unnest(${[...new Set(names)].toSorted()}::text[]) as name
    on conflict (kind, name) do nothing`.execute(tx);
  const held = await tx
    .selectFrom('outside_names')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .execute();
  const own = new Set(held.map(({ name }) => name));
  return names.filter((name) => !own.has(name));
}

/** A source that was removed has no names: other cabinets may connect what it had. */
export async function releaseExternalIds({ tx, tenantId }: TenantScope, sourceId: string): Promise<void> {
  await tx.deleteFrom('outside_names').where('tenant_id', '=', tenantId).where('source_id', '=', sourceId).execute();
}
