import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import type { MarketplaceKind } from '#contract/connections/marketplace.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { assignExternalId, releaseExternalIds } from '#server/platform/database/external-ids.ts';
import { joinTenantToken } from '#server/platform/secrets/tenant-token.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { getTenant, nameAfterBusiness, resolveNotice } from '#server/tenants/actions.ts';
import { emitBranchSwitched } from '#server/connections/storage/actions.ts';
import {
  findConnectionByWebhook,
  listConnectionsOfBranch,
  moveBranch,
  removeBranchesOf,
} from '#server/connections/connecting/application-queries.ts';
import { queueSync } from '#server/connections/storage/sync-queueing-actions.ts';
import { putBranch, selectBranches } from '#server/connections/storage/branch-queries.ts';
import { settleHealth } from '#server/connections/storage/health-actions.ts';
import type { BranchFacts } from '#server/connections/port.ts';
import {
  findConnection,
  insertConnection,
  lockConnecting,
  renewConnection,
  setConnectionRemoved,
} from '#server/connections/storage/queries.ts';
import { sealSystemSecrets, webhookOf } from '#server/connections/storage/secrets.ts';
import { emitZoneChanged } from '#server/connections/storage/zone-actions.ts';

const SECRET_BYTES = 24;

export type Adopted = { connectionId: ConnectionId; formerConnectionId: ConnectionId | null };

/** The application of ours through which a cabinet's branches are read. */
export type ApplicationOf = { kind: MarketplaceKind; applicationId: string };

/** Keys of the notices about a branch and its application. */
export const removedNotice = (branchId: BranchId) => `application:${branchId}`;
export const frozenNotice = (branchId: BranchId) => `frozen:${branchId}`;

/**
 * Returns the webhook URL for the branches of an application. The secret is derived, so the URL is the same on every
 * call: it can be sent to the vendor before the connection exists, and two installs use the same one.
 */
export function applicationWebhookUrl(ctx: Context, tenantId: TenantId, application: ApplicationOf): string {
  const webhookSecret = webhookSecretOf(ctx, tenantId, application);
  return webhookOf(ctx, application.kind, { webhookSecret, webhookToken: null }).url;
}

function webhookSecretOf(
  { vault }: Pick<Context, 'vault'>,
  tenantId: TenantId,
  { kind, applicationId }: ApplicationOf,
): string {
  const secret = vault.sign('marketplace-hook', `${tenantId}:${kind}:${applicationId}`).subarray(0, SECRET_BYTES);
  return joinTenantToken(tenantId, secret);
}

/**
 * Connects an activated branch under the cabinet's connection of the application and starts reading it. Idempotent. A
 * branch that another connection of the cabinet had moves over with its history.
 *
 * @returns null when another cabinet has the branch
 */
export async function adoptBranch(
  scope: ActionScope,
  application: ApplicationOf,
  facts: BranchFacts,
): Promise<Adopted | null> {
  await lockConnecting(scope);
  const now = scope.clock.now();
  const connectionId = await putConnection(scope, application, facts.title);
  const outside = { kind: application.kind, externalId: facts.externalId };
  if (!(await assignExternalId(scope, { kind: outside.kind, name: outside.externalId, sourceId: connectionId })))
    return null;

  const had = await listConnectionsOfBranch(scope, outside);
  const former = had.find((one) => one.connectionId !== connectionId);
  const isHere = had.some((one) => one.connectionId === connectionId);
  if (former && !isHere) await moveBranch(scope, former.branchId, connectionId);
  const [before] = await selectBranches(scope, { connectionId, externalIds: [facts.externalId] });
  const tenant = await getTenant(scope);
  const zone = facts.timeZone ?? tenant.timeZone;
  const currency = facts.currency ?? before?.currency ?? tenant.currency;
  await emitZoneChanged(scope, before, zone);
  const branchId = await putBranch(scope, connectionId, { ...facts, timeZone: zone, currency }, now);
  if (!before?.isActive) await emitBranchSwitched(scope, [branchId], true);
  await queueSync(scope, application.kind, branchId);

  await resolveNotice(scope, now, removedNotice(branchId));
  await resolveNotice(scope, now, frozenNotice(branchId));
  if (former?.isLive) await removeIfWithoutBranches(scope, former.connectionId);
  await nameAfterBusiness(scope, facts.title);
  await settleHealth(scope, connectionId);
  return { connectionId, formerConnectionId: former?.isLive ? former.connectionId : null };
}

async function putConnection(
  scope: ActionScope,
  { kind, applicationId }: ApplicationOf,
  title: string,
): Promise<ConnectionId> {
  const { tenantId } = scope;
  const now = scope.clock.now();
  const webhookSecret = webhookSecretOf(scope, tenantId, { kind, applicationId });
  const credentials = sealSystemSecrets(scope, tenantId, { systemUserOf: kind, webhookSecret });
  const webhookSecretHash = digest(webhookSecret);
  const id = await findConnectionByWebhook(scope, webhookSecretHash);
  const known = id && (await findConnection(scope, id, { isLocked: true }));
  if (!known) return insertConnection(scope, { kind, title, credentials, webhookSecretHash, applicationId, now });
  if (known.removedAt) await removeBranchesOf(scope, known.id, known.removedAt);
  await renewConnection(scope, known.id, { title: known.title, credentials, applicationId, now });
  return known.id;
}

/** Updates a connection that a branch left; without branches it is removed. */
export async function removeIfWithoutBranches(scope: ActionScope, id: ConnectionId): Promise<void> {
  const left = await selectBranches(scope, { connectionId: id });
  if (left.length > 0) return settleHealth(scope, id);
  const now = scope.clock.now();
  await setConnectionRemoved(scope, id, now);
  await releaseExternalIds(scope, id);
  await resolveNotice(scope, now, `connection:${id}`);
}
