import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { selectBranches, updateBranch } from '#server/connections/storage/branch-queries.ts';
import { openConnection } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { findConnection } from '#server/connections/storage/queries.ts';

// NOTE: a process: it calls an outside service between transactions.

/**
 * Removes our address from the webhooks of removed branches, as far as the vendor still allows: a payload for a removed
 * connection is refused anyway.
 */
export async function dropWebhooks(ctx: SourceContext, tenantId: TenantId, connectionId: ConnectionId): Promise<void> {
  const { connection, branches } = await withTenant(ctx, tenantId, async (scope) => ({
    connection: await findConnection(scope, connectionId),
    branches: await selectBranches(scope, { connectionId, withRemoved: true }),
  }));
  if (!connection) return;
  const { provider, caller, webhook } = openConnection({ ...ctx, tenantId }, connection);
  for (const branch of branches.filter((one) => one.isRemoved && one.webhooksState === 'set')) {
    const dropped = await provider.unsubscribe(caller, branch.externalId, webhook);
    if (!dropped.isOk && dropped.isTemporary) throw new Error(`webhooks of branch ${branch.id}: ${dropped.trouble}`);
    await withTenant(ctx, tenantId, (scope) => updateBranch(scope, branch.id, { webhooksState: 'none' }));
  }
  if (connection.removedAt) await provider.forget?.(caller);
}

/**
 * Removes the address of a branch's former connection after it moved to another connection of the cabinet, as far as
 * the vendor allows.
 */
export async function dropFormerWebhook(
  ctx: SourceContext,
  tenantId: TenantId,
  connectionId: ConnectionId,
  branchExternalId: string,
): Promise<void> {
  const connection = await withTenant(ctx, tenantId, (scope) => findConnection(scope, connectionId));
  if (!connection) return;
  const { provider, caller, webhook } = openConnection({ ...ctx, tenantId }, connection);
  await provider.unsubscribe(caller, branchExternalId, webhook);
}
