import type { ConnectionId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import { withTenant } from '#server/platform/db.ts';
import { selectBranches, updateBranch } from './branch-queries.ts';
import { openConnection } from './opening-actions.ts';
import type { SourceContext } from './port.ts';
import { findConnection } from './queries.ts';

/**
 * Takes our address out of the webhooks of branches that were removed, as far as the vendor still lets us: a payload for
 * a removed connection is refused anyway.
 */
export async function dropWebhooks(ctx: SourceContext, tenantId: TenantId, connectionId: ConnectionId): Promise<void> {
  const { connection, branches } = await withTenant(ctx.db, tenantId, async (scope) => ({
    connection: await findConnection(scope, connectionId),
    branches: await selectBranches(scope, { connectionId, withRemoved: true }),
  }));
  if (!connection) return;
  const { provider, caller, webhook } = openConnection(ctx, { tenantId }, connection);
  for (const branch of branches.filter((one) => one.isRemoved && one.webhooksState === 'set')) {
    const dropped = await provider.unsubscribe(caller, branch.externalId, webhook);
    if (!dropped.isOk && dropped.isTemporary) throw new Error(`webhooks of branch ${branch.id}: ${dropped.trouble}`);
    await withTenant(ctx.db, tenantId, (scope) => updateBranch(scope, branch.id, { webhooksState: 'none' }));
  }
}

/**
 * A branch moved under another connection of the cabinet, which posts to an address of its own: the former one leaves,
 * as far as the vendor lets us.
 */
export async function dropFormerWebhook(
  ctx: SourceContext,
  tenantId: TenantId,
  connectionId: ConnectionId,
  branchExternalId: string,
): Promise<void> {
  const connection = await withTenant(ctx.db, tenantId, (scope) => findConnection(scope, connectionId));
  if (!connection) return;
  const { provider, caller, webhook } = openConnection(ctx, { tenantId }, connection);
  await provider.unsubscribe(caller, branchExternalId, webhook);
}
