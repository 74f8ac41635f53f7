import { sql } from 'kysely';
import { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { MarketplaceKind } from '#contract/connections/marketplace.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** A branch by the vendor's id. */
export type OutsideBranch = { kind: MarketplaceKind; externalId: string };

/** Lists the connections that have, or had, a branch of a kind; current ones first. */
export async function listConnectionsOfBranch(
  { tx, tenantId }: TenantScope,
  { kind, externalId }: OutsideBranch,
): Promise<{ connectionId: ConnectionId; branchId: BranchId; isLive: boolean }[]> {
  const rows = await tx
    .selectFrom('branches')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .select(['branches.id', 'branches.connection_id'])
    .select(sql<boolean>`branches.removed_at is null and connections.removed_at is null`.as('is_live'))
    .where('branches.tenant_id', '=', tenantId)
    .where('branches.external_id', '=', externalId)
    .where('connections.kind', '=', kind)
    .orderBy(sql`branches.removed_at is null and connections.removed_at is null`, 'desc')
    .orderBy('branches.id')
    .execute();
  return rows.map((row) => ({
    connectionId: ConnectionId.parse(row.connection_id),
    branchId: BranchId.parse(row.id),
    isLive: row.is_live,
  }));
}

/** Moves a branch with all its history to another connection of the cabinet that never had it. */
export async function moveBranch(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  connectionId: ConnectionId,
): Promise<void> {
  await tx
    .updateTable('branches')
    .set({ connection_id: connectionId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', branchId)
    .execute();
}

/** Finds the connection of an application, removed ones included: its webhook secret is derived and always the same. */
export async function findConnectionByWebhook(
  { tx, tenantId }: TenantScope,
  webhookSecretHash: Buffer,
): Promise<ConnectionId | null> {
  const row = await tx
    .selectFrom('connections')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('webhook_secret_hash', '=', webhookSecretHash)
    .executeTakeFirst();
  return row ? ConnectionId.parse(row.id) : null;
}

/** Returns null when there is no such connection, or when it uses the owner's own login. */
export async function findApplicationOf(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
): Promise<{ kind: MarketplaceKind; applicationId: string } | null> {
  const row = await tx
    .selectFrom('connections')
    .select(['kind', 'application_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', connectionId)
    .executeTakeFirst();
  return row?.application_id ? { kind: MarketplaceKind.parse(row.kind), applicationId: row.application_id } : null;
}

/** Removes the other branches before a removed connection is restored for one of them. */
export async function removeBranchesOf(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('branches')
    .set({ removed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('removed_at', 'is', null)
    .execute();
}

/**
 * Lists branches, of every tenant, that are read through a marketplace and have gone quiet: frozen, or closed to our
 * user.
 */
export async function listQuietBranches(
  { tx }: SystemScope,
  limit: number,
): Promise<{ tenantId: TenantId; connectionId: ConnectionId; externalId: string }[]> {
  const rows = await tx
    .selectFrom('branches')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .select(['branches.tenant_id', 'branches.connection_id', 'branches.external_id'])
    .where('connections.application_id', 'is not', null)
    .where('connections.removed_at', 'is', null)
    .where('branches.removed_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('branches.frozen_at', 'is not', null),
        eb('branches.sync_trouble', 'in', ['rights_missing', 'token_expired', 'unexpected_answer']),
      ]),
    )
    .orderBy('branches.checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    tenantId: TenantId.parse(row.tenant_id),
    connectionId: ConnectionId.parse(row.connection_id),
    externalId: row.external_id,
  }));
}
