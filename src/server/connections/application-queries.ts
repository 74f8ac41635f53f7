import { sql } from 'kysely';
import { BranchId, ConnectionId } from '#contract/connections.ts';
import { type InstallId, MarketplaceKind } from '#contract/marketplace.ts';
import { TenantId } from '#contract/tenants.ts';
import type { SystemScope, TenantScope } from '#server/platform/db.ts';

/** A branch of the outside. */
export type OutsideBranch = { kind: MarketplaceKind; externalId: string };

/** Which cabinet, and which connection or install of it, has a branch. */
export async function findHolder(
  { tx }: SystemScope,
  { kind, externalId }: OutsideBranch,
): Promise<{ tenantId: TenantId; sourceId: string } | null> {
  const row = await tx
    .selectFrom('outside_names')
    .select(['tenant_id', 'source_id'])
    .where('kind', '=', kind)
    .where('name', '=', externalId)
    .executeTakeFirst();
  return row ? { tenantId: TenantId.parse(row.tenant_id), sourceId: row.source_id } : null;
}

/**
 * Keeps a branch for the cabinet while it is being activated. Where a connection of the cabinet has it, that one keeps it.
 *
 * @returns false when another cabinet has it
 */
export async function reserveBranch(
  { tx, tenantId }: TenantScope,
  { kind, externalId }: OutsideBranch,
  installId: InstallId,
): Promise<boolean> {
  await tx
    .insertInto('outside_names')
    .values({ kind, name: externalId, tenant_id: tenantId, source_id: installId })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doNothing())
    .execute();
  const own = await tx
    .selectFrom('outside_names')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('name', '=', externalId)
    .executeTakeFirst();
  return own !== undefined;
}

/** Gives a branch the cabinet has, or that nobody has, to one of its connections. @returns false when another cabinet has it */
export async function giveBranch(
  { tx, tenantId }: TenantScope,
  { kind, externalId }: OutsideBranch,
  connectionId: ConnectionId,
): Promise<boolean> {
  const given = await tx
    .insertInto('outside_names')
    .values({ kind, name: externalId, tenant_id: tenantId, source_id: connectionId })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'name'])
        .doUpdateSet({ source_id: connectionId })
        .where('outside_names.tenant_id', '=', tenantId),
    )
    .returning('name')
    .executeTakeFirst();
  return given !== undefined;
}

/** Lets others have a branch that a connection or an install of the cabinet had. */
export async function leaveBranch(
  { tx, tenantId }: TenantScope,
  { kind, externalId }: OutsideBranch,
  sourceId: string,
): Promise<void> {
  await tx
    .deleteFrom('outside_names')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('kind', '=', kind)
    .where('name', '=', externalId)
    .execute();
}

/** The connections that have, or had, a branch of a kind, those that have it first. */
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

/** Moves a branch with all its history under another connection of the cabinet, which never had it. */
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

/** The connection of an application, removed or not: its webhook's secret is the same however often it is made. */
export async function findConnectionByWebhook(
  { tx, tenantId }: TenantScope,
  webhookSecretHash: Buffer,
): Promise<ConnectionId | null> {
  const row = await tx
    .selectFrom('connections')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('hook_secret_hash', '=', webhookSecretHash)
    .executeTakeFirst();
  return row ? ConnectionId.parse(row.id) : null;
}

/** Null for a connection that is none, or that its owner's own login opens. */
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

/** Before a removed connection is taken back for one branch: the others do not come with it. */
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

/** Branches read through a marketplace that have gone quiet: held back, or closed to our user. Of every tenant. */
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
