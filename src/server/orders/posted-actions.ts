import type { ConnectionId } from '#contract/connections.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { listPosted, type PostedOrder } from './posted-queries.ts';

/** Lists orders of a connection by their external ids. */
export async function postedOrders(
  scope: TenantScope,
  connectionId: ConnectionId,
  externalIds: readonly string[],
): Promise<Map<string, PostedOrder>> {
  return new Map((await listPosted(scope, connectionId, externalIds)).map((order) => [order.externalId, order]));
}
