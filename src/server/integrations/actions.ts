import type { ApiEventId, CartId } from '#contract/integrations/events.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listCartsById, listLatestCarts } from './cart-queries.ts';
import { listEventNames, listEventProperties, listEventsById, listLatestEvents } from './custom-queries.ts';
import type { ApiEventFacts, CartFacts } from './rules.ts';

/** Loads the cart facts that flows use; unknown ids are omitted. */
export async function getCartFacts(scope: TenantScope, ids: readonly CartId[]): Promise<CartFacts[]> {
  if (ids.length === 0) return [];
  const { timeZone } = await getTenant(scope);
  return (await listCartsById(scope, ids)).map((cart) => ({ ...cart, timeZone }));
}

/** Loads the facts of custom events that flows use; unknown ids are omitted. */
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

const MAX_NAMES = 100;

/** Lists the names of custom events that API clients sent, sorted: triggers of flows. */
export async function listApiEventNames(scope: TenantScope): Promise<string[]> {
  return listEventNames(scope, MAX_NAMES);
}

/** Lists the properties of recent events, by event name: variables of texts. */
export async function listApiEventProperties(
  scope: TenantScope,
): Promise<{ eventName: string; properties: string[] }[]> {
  return listEventProperties(scope, EVENTS_SAMPLED);
}

const EVENTS_SAMPLED = 1_000;

/** Lists the latest carts. */
export async function latestCarts(scope: TenantScope, limit: number): Promise<CartId[]> {
  return listLatestCarts(scope, limit);
}

/** Lists the latest custom events. */
export async function latestApiEvents(scope: TenantScope, limit: number): Promise<ApiEventId[]> {
  return listLatestEvents(scope, limit);
}
