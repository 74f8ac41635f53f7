import type { ConnectionId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import { withTenant } from '#server/platform/db.ts';
import { selectBranches, updateBranch } from './branch-queries.ts';
import type { BookingContext } from './port.ts';
import { findConnection } from './queries.ts';
import { webhookUrlOf, openSecrets } from './secrets.ts';

/**
 * Takes our address out of the webhooks of branches that were removed, as far as the vendor still lets us: a post to a
 * removed connection is refused anyway.
 */
export async function dropWebhooks(ctx: BookingContext, tenantId: TenantId, connectionId: ConnectionId): Promise<void> {
  const found = await withTenant(ctx.db, tenantId, async (scope) => ({
    connection: await findConnection(scope, connectionId),
    branches: await selectBranches(scope, { connectionId, withRemoved: true }),
  }));
  const { connection } = found;
  const provider = connection && ctx.bookings.get(connection.kind);
  if (!connection || !provider) return;

  const { webhookSecret, ...credentials } = openSecrets(ctx, tenantId, connection.credentials);
  const webhookUrl = webhookUrlOf(ctx, connection.kind, webhookSecret);
  for (const branch of found.branches.filter((one) => one.isRemoved && one.webhooksState === 'set')) {
    const told = await provider.unsubscribe({ tenantId, credentials, isUrgent: false }, branch.externalId, webhookUrl);
    if (!told.isOk && told.isTemporary) throw new Error(`hooks of branch ${branch.id}: ${told.trouble}`);
    await withTenant(ctx.db, tenantId, (scope) => updateBranch(scope, branch.id, { webhooksState: 'none' }));
  }
}

/**
 * A branch moved under another connection of the cabinet, which posts to an address of its own: the former one leaves,
 * as far as the vendor lets us.
 */
export async function dropFormerWebhook(
  ctx: BookingContext,
  tenantId: TenantId,
  connectionId: ConnectionId,
  branchExternalId: string,
): Promise<void> {
  const connection = await withTenant(ctx.db, tenantId, (scope) => findConnection(scope, connectionId));
  const provider = connection && ctx.bookings.get(connection.kind);
  if (!connection || !provider) return;
  const { webhookSecret, ...credentials } = openSecrets(ctx, tenantId, connection.credentials);
  const webhookUrl = webhookUrlOf(ctx, connection.kind, webhookSecret);
  await provider.unsubscribe({ tenantId, credentials, isUrgent: false }, branchExternalId, webhookUrl);
}
