import type { ApiEventId, CartId } from '#contract/api-events.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listCartsById, listLatestCarts } from './cart-queries.ts';
import { listEventNames, listEventProperties, listEventsById, listLatestEvents } from './custom-queries.ts';
import type { ApiEventFacts, CartFacts } from './rules.ts';

/** Everything a flow asks of carts; ids that are nobody's are left out. */
export async function getCartFacts(scope: TenantScope, ids: readonly CartId[]): Promise<CartFacts[]> {
  if (ids.length === 0) return [];
  const { timeZone } = await getTenant(scope);
  return (await listCartsById(scope, ids)).map((cart) => ({ ...cart, timeZone }));
}

/** Everything a flow asks of what programs posted under names of their own; ids that are nobody's are left out. */
export async function getApiEventFacts(scope: TenantScope, ids: readonly ApiEventId[]): Promise<ApiEventFacts[]> {
  if (ids.length === 0) return [];
  const { timeZone } = await getTenant(scope);
  const events = await listEventsById(scope, ids);
  return events.map(({ id, name, contactId, properties, occurredAt }) => ({
    id,
    name,
    contactId,
    properties,
    occurredAt,
    timeZone,
  }));
}

const MOST_NAMES = 100;

/** Names of events that programs have posted, in their order: what a flow can wait for. */
export async function listApiEventNames(scope: TenantScope): Promise<string[]> {
  return listEventNames(scope, MOST_NAMES);
}

/** What events were posted with lately, by name: what a text can say of them. */
export async function listApiEventProperties(
  scope: TenantScope,
): Promise<{ eventName: string; properties: string[] }[]> {
  return listEventProperties(scope, EVENTS_LOOKED_AT);
}

const EVENTS_LOOKED_AT = 1_000;

/** The carts that became known last. */
export async function latestCarts(scope: TenantScope, limit: number): Promise<CartId[]> {
  return listLatestCarts(scope, limit);
}

/** What was posted last under names of the business's own. */
export async function latestApiEvents(scope: TenantScope, limit: number): Promise<ApiEventId[]> {
  return listLatestEvents(scope, limit);
}
