import type { ApiEventId, CartId } from '#contract/api-events.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listCartsById } from './cart-queries.ts';
import { listEventNames, listEventsById } from './custom-queries.ts';
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
  return (await listEventsById(scope, ids)).map(({ externalId: _, ...event }) => ({ ...event, timeZone }));
}

const MOST_NAMES = 100;

/** Names of events that programs have posted, in their order: what a flow can wait for. */
export async function listApiEventNames(scope: TenantScope): Promise<string[]> {
  return listEventNames(scope, MOST_NAMES);
}
