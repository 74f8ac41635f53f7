import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listOrdersByExternalId, type ApiOrder } from './lookup-queries.ts';

/** Lists orders of a connection by their external ids. */
export async function ordersByExternalId(
  scope: TenantScope,
  connectionId: ConnectionId,
  externalIds: readonly string[],
): Promise<Map<string, ApiOrder>> {
  return new Map(
    (await listOrdersByExternalId(scope, connectionId, externalIds)).map((order) => [order.externalId, order]),
  );
}
