import type { BranchId, ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import type { TenantScope, Scoped } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { selectBranches } from './branch-queries.ts';
import type { Caller, SourceContext, SourceProvider, Webhook } from '#server/connections/port.ts';
import { findConnection, listConnections, type SecretConnection } from './queries.ts';
import type { KnownBranch } from './rules.ts';
import { openSecrets, webhookOf } from './secrets.ts';

/** The provider of a branch and the arguments of its calls. */
export type OpenBranch = { provider: SourceProvider; caller: Caller; branch: KnownBranch; webhook: Webhook };

type Options = { isUrgent?: boolean; signal?: AbortSignal | undefined };

/** @throws {Problem} `branch.not_found` when the branch is no longer connected */
export async function openBranch(
  scope: Scoped<SourceContext>,
  branchId: BranchId,
  options: Options = {},
): Promise<OpenBranch> {
  const branch = await getBranch(scope, branchId);
  const connection = await getSecretConnection(scope, branch.connectionId);
  const opened = openConnection(scope, connection, options);
  return { branch, ...opened, caller: { ...opened.caller, branchExternalId: branch.externalId } };
}

/** Opens a branch for reading; null when it is not active any more. */
export async function openIfActive(
  scope: Scoped<SourceContext>,
  branchId: BranchId,
  signal: AbortSignal,
): Promise<OpenBranch | null> {
  const [branch] = await selectBranches(scope, { id: branchId });
  return branch?.isActive ? openBranch(scope, branchId, { signal }) : null;
}

/** Unseals the secrets of a connection for calls to its system. */
export function openConnection(
  ctx: Omit<SourceContext, 'db'> & Pick<TenantScope, 'tenantId'>,
  { kind, credentials: box }: Pick<SecretConnection, 'kind' | 'credentials'>,
  { isUrgent = false, signal }: Options = {},
): Omit<OpenBranch, 'branch'> {
  const { tenantId } = ctx;
  const secrets = openSecrets(ctx, tenantId, box);
  const webhook = webhookOf(ctx, kind, secrets);
  const caller: Caller = { tenantId, credentials: secrets.credentials, webhook, isUrgent, ...(signal && { signal }) };
  return { provider: getProvider(ctx, kind), caller, webhook };
}

/**
 * Returns the credentials of a connection of a kind; null when there is none.
 *
 * @param wanted null: the cabinet's first one
 */
export async function openConnectionOfKind(
  scope: Scoped<SourceContext>,
  kind: ConnectionKind,
  wanted: ConnectionId | null = null,
): Promise<{ id: ConnectionId; credentials: Caller['credentials']; connectedAt: Temporal.Instant } | null> {
  const first = (await listConnections(scope, { kind })).find(({ id }) => wanted === null || id === wanted);
  if (!first) return null;
  const { credentials } = openSecrets(scope, scope.tenantId, first.credentials);
  return { id: first.id, credentials, connectedAt: first.createdAt };
}

/** Returns the provider that reads the payloads of a connection; null when the connection is removed. */
export async function findProvider(
  scope: Scoped<Pick<SourceContext, 'sourceProviders'>>,
  id: ConnectionId,
): Promise<SourceProvider | null> {
  const connection = await findConnection(scope, id);
  return (connection && !connection.removedAt && scope.sourceProviders.get(connection.kind)) || null;
}

export function getProvider(
  { sourceProviders }: Pick<SourceContext, 'sourceProviders'>,
  kind: ConnectionKind,
): SourceProvider {
  const provider = sourceProviders.get(kind);
  if (!provider) throw new Error(`No provider for ${kind}`);
  return provider;
}

type Capability = 'bookings' | 'orders' | 'deals' | 'talks' | 'shop';

/** @throws for a provider without the capability: sources are chosen by the capabilities a kind declares */
export function getCapability<Name extends Capability>(
  provider: SourceProvider,
  name: Name,
): NonNullable<SourceProvider[Name]> {
  const capability = provider[name];
  if (!capability) throw new Error(`${provider.kind} has no ${name}`);
  return capability;
}

/** Returns null when there is none, or it is removed. */
export async function findBranch(scope: TenantScope, id: BranchId): Promise<KnownBranch | null> {
  const [branch] = await selectBranches(scope, { id });
  return branch ?? null;
}

/** @throws {Problem} `branch.not_found` when there is none, or it is removed */
export async function getBranch(scope: TenantScope, id: BranchId): Promise<KnownBranch> {
  const branch = await findBranch(scope, id);
  if (!branch) throw new Problem('branch.not_found');
  return branch;
}

/** @throws {Problem} `connection.not_found` when there is none, or it is removed */
export async function getSecretConnection(scope: TenantScope, id: ConnectionId): Promise<SecretConnection> {
  const connection = await findConnection(scope, id);
  if (!connection || connection.removedAt) throw new Problem('connection.not_found');
  return connection;
}
