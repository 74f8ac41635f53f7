import type { ShopRecord } from '#server/connections/shop-port.ts';
import { noteUnreadableRecords } from '#server/connections/storage/health-actions.ts';
import { setShopCurrency } from '#server/connections/storage/shop-actions.ts';
import { getCapability } from '#server/connections/storage/opening-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { Page, Source } from '#server/connections/sync/port.ts';
import type { ApiClient } from '#contract/integrations/items.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import type { Outcome, Place } from './api-branch.ts';
import { recordCarts } from './cart-actions.ts';
import { findCart } from './cart-queries.ts';
import { recordApiOrders } from './order-actions.ts';

type ShopOrder = Extract<ShopRecord, { kind: 'order' }>['item'];

/** Orders and carts of shops, which their webhooks alone bring: they are recorded as those of API clients are. */
export const shopSource: Source<ShopRecord> = {
  pagesPerRun: 1,
  begin: () => ({}),
  readPage: async () => ({ isOk: true, value: NOTHING }),

  async record(scope, branch, { items }) {
    for (const item of items) await recordOne(scope, branch, item);
  },

  parsePayload(provider, payload) {
    const { branchExternalId, record } = getCapability(provider, 'shop').readPayload(payload);
    const items = record ? [record] : [];
    return { notices: [], delivered: [{ branchExternalId, items, unreadable: [], unknownFields: [] }], unreadable: [] };
  },
};

const NOTHING: Page<ShopRecord> = {
  items: [],
  unreadable: [],
  unknownFields: [],
  next: null,
  total: null,
  revision: null,
};

async function recordOne(scope: ActionScope, branch: KnownBranch, record: ShopRecord): Promise<void> {
  const { countryId, timeZone, currency: usual } = await getTenant(scope);
  const currency = record.currency ?? branch.currency;
  if (currency !== branch.currency) await setShopCurrency(scope, branch.id, currency);
  const place: Place = {
    branch: { ...branch, currency },
    countryId,
    timeZone,
    currency: usual,
    now: scope.clock.now(),
  };
  const client = knownClient(record.item.client, countryId);
  const outcomes =
    record.kind === 'cart'
      ? await recordCarts(scope, place, [indexed({ ...record.item, client })])
      : await recordOrder(scope, place, { ...record.item, client });
  const outcome = outcomes.get(0);
  if (outcome?.outcome !== 'refused') return;
  const problem = { body: JSON.stringify(record.item), problem: JSON.stringify(outcome.fields) };
  await noteUnreadableRecords(scope, branch.connectionId, [problem]);
}

/**
 * A checkout that arrives after its order must not be reminded of: where the order is first, the cart is recorded
 * as bought.
 */
async function recordOrder(scope: ActionScope, place: Place, order: ShopOrder): Promise<Map<number, Outcome>> {
  const outcomes = await recordApiOrders(scope, place, [indexed(order)]);
  const { cartExternalId: externalId, client, total } = order;
  if (!externalId || (await findCart(scope, externalId))) return outcomes;
  const items = order.items.map(({ title, amount }) => ({ title, quantity: amount, priceMinor: null }));
  await recordCarts(scope, place, [indexed({ externalId, client, items, total, status: 'ordered' as const })]);
  return outcomes;
}

/** A buyer without an id of the shop is known by the phone, so it must be one. */
function knownClient(client: ApiClient | null | undefined, countryId: number): ApiClient | null {
  if (!client) return null;
  const hasPhone = client.phone ? normalisePhone(client.phone, countryId) !== null : false;
  if (!hasPhone && !client.externalId) return null;
  return { ...client, phone: hasPhone ? (client.phone ?? null) : null };
}

const indexed = <Item>(item: Item) => ({ index: 0, item, ignoredFields: [] });
