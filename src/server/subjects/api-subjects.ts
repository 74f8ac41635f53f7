import type { KnownSubject } from './rules.ts';
import { wholeUnits } from '#server/texts/content/format-rules.ts';
import { ApiEventId, CartId } from '#contract/integrations/events.ts';
import { getApiEventFacts, getCartFacts } from '#server/integrations/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { plainSubject } from './plain-subject-rules.ts';

/** Loads carts posted by API clients and shops. A changed cart is a new occasion. */
export async function loadCarts(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const tenant = await getTenant(scope);
  const carts = await getCartFacts(
    scope,
    ids.map((id) => CartId.parse(id)),
  );
  return carts.map((cart) => {
    const subject = ofBusiness(tenant, { kind: 'cart', id: cart.id, at: cart.updatedAt, currency: cart.currency });
    const items = cart.items.map(({ title, quantity }) => ({ title, amount: quantity }));
    return {
      ...subject,
      source: cart.source,
      isBranchActive: cart.isShopActive,
      branchTitle: cart.shopTitle ?? subject.branchTitle,
      contactId: cart.contactId,
      timeVersion: cart.version,
      status: cart.status,
      total: wholeUnits(cart.totalMinor, cart.currency),
      words: { ...subject.words, totalMinor: cart.totalMinor, cart: { items, url: cart.url } },
    };
  });
}

/** Loads events that API clients post under names of their own. */
export async function loadApiEvents(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const tenant = await getTenant(scope);
  const events = await getApiEventFacts(
    scope,
    ids.map((id) => ApiEventId.parse(id)),
  );
  return events.map((event) => {
    const { id, contactId, name, properties, occurredAt: at } = event;
    const subject = ofBusiness(tenant, { kind: 'api_event', id, at, currency: tenant.currency });
    return { ...subject, contactId, eventName: name, words: { ...subject.words, eventName: name, properties } };
  });
}

/** Fields of a subject that belongs to the business as a whole, not to a branch. */
function ofBusiness(
  { name: title, timeZone }: Tenant,
  { at: startsAt, ...place }: { kind: 'cart' | 'api_event'; id: string; at: Temporal.Instant; currency: string },
): KnownSubject {
  return { ...plainSubject({ ...place, title, timeZone, startsAt }), source: 'api', isOnline: true };
}
