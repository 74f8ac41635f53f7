import type { ContactId } from '#contract/contacts.ts';
import type { OrderId } from '#contract/orders.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { listFactsById, listFactsOfContact, listLatestIds } from './list-queries.ts';
import type { OrderFactsForFlow } from './rules.ts';

/** Everything a flow asks of orders; ids that are nobody's are left out. */
export async function getOrderFacts(scope: TenantScope, ids: readonly OrderId[]): Promise<OrderFactsForFlow[]> {
  return ids.length === 0 ? [] : listFactsById(scope, ids);
}

/** A customer's orders that were made in the period, cancelled ones too, by that time. */
export async function listOrdersOfContact(
  scope: TenantScope,
  contactId: ContactId,
  period: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<OrderFactsForFlow[]> {
  return listFactsOfContact(scope, contactId, period);
}

/** The orders that were made last. */
export async function latestOrders(scope: TenantScope, limit: number): Promise<OrderId[]> {
  return listLatestIds(scope, limit);
}
