import { z } from 'zod';
import type { BranchId, ConnectionId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getSecretConnection, getBranch } from './actions.ts';
import { selectBranches } from './branch-queries.ts';
import type { OrderCaller, OrderContext, OrderWebhook, OrderProvider } from './order-port.ts';
import { findConnection } from './queries.ts';
import type { KnownBranch } from './rules.ts';
import { webhookUrlOf } from './secrets.ts';

/** What is sealed with a connection to a system of orders: its secrets, and ours that its posts come with. */
const Secrets = z.object({
  way: z.enum(['api_login', 'api_key']),
  key: z.string(),
  webhookSecret: z.string(),
  webhookToken: z.string(),
});
export type OrderSecrets = z.infer<typeof Secrets>;

export function openOrderSecrets({ vault }: Pick<Context, 'vault'>, tenantId: TenantId, box: Buffer): OrderSecrets {
  return Secrets.parse(vault.open(tenantId, box));
}

/** What is needed to speak to the system of orders of a branch. */
export type Ordering = { provider: OrderProvider; caller: OrderCaller; branch: KnownBranch; webhook: OrderWebhook };

/** @throws when the branch is not connected any more */
export async function orderingOf(
  ctx: OrderContext,
  scope: TenantScope,
  branchId: BranchId,
  { isUrgent = false, signal }: { isUrgent?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<Ordering> {
  const branch = await getBranch(scope, branchId);
  const { kind, credentials: box } = await getSecretConnection(scope, branch.connectionId);
  const { webhookSecret, webhookToken, ...credentials } = openOrderSecrets(ctx, scope.tenantId, box);
  const provider = ctx.orderSystems.get(kind);
  if (!provider) throw new Error(`No system of orders for ${kind}`);
  const caller: OrderCaller = { tenantId: scope.tenantId, credentials, isUrgent, ...(signal && { signal }) };
  return { provider, caller, branch, webhook: { url: webhookUrlOf(ctx, kind, webhookSecret), token: webhookToken } };
}

/** To read a branch by; null where it is not to be read any more. */
export async function orderingIfActive(
  ctx: OrderContext,
  scope: TenantScope,
  branchId: BranchId,
  signal: AbortSignal,
): Promise<Ordering | null> {
  const [branch] = await selectBranches(scope, { id: branchId });
  return branch?.isActive ? orderingOf(ctx, scope, branchId, { signal }) : null;
}

/** Who understands the posts of a connection; null when it is removed. */
export async function orderProviderOf(
  { orderSystems }: Pick<OrderContext, 'orderSystems'>,
  scope: TenantScope,
  id: ConnectionId,
): Promise<OrderProvider | null> {
  const connection = await findConnection(scope, id);
  return (connection && !connection.removedAt && orderSystems.get(connection.kind)) || null;
}
