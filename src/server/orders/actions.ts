import type { OrderId } from '#contract/orders.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { listFactsById, listLatestIds } from './list-queries.ts';
import type { OrderFactsForFlow } from './rules.ts';

/** Everything a flow asks of orders; ids that are nobody's are left out. */
export async function getOrderFacts(scope: TenantScope, ids: readonly OrderId[]): Promise<OrderFactsForFlow[]> {
  return ids.length === 0 ? [] : listFactsById(scope, ids);
}

/** The orders that were made last. */
export async function latestOrders(scope: TenantScope, limit: number): Promise<OrderId[]> {
  return listLatestIds(scope, limit);
}
