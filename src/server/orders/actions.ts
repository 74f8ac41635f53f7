import type { OrderId } from '#contract/orders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listFactsById, listLatestIds } from './list-queries.ts';
import type { OrderFactsForFlow } from './rules.ts';

/** Loads the order facts that flows use; unknown ids are omitted. */
export async function getOrderFacts(scope: TenantScope, ids: readonly OrderId[]): Promise<OrderFactsForFlow[]> {
  return ids.length === 0 ? [] : listFactsById(scope, ids);
}

/** Lists the latest orders. */
export async function latestOrders(scope: TenantScope, limit: number): Promise<OrderId[]> {
  return listLatestIds(scope, limit);
}
