import { expect, test } from 'vitest';
import { changeSignatures, getConnection, offerBranches, removeConnection } from '#contract/connections/calls.ts';
import { listConnectionStops } from '#contract/connections/stops.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { connectShop, SHOP, SHOP_SECRET } from '#server/testing/houses/shopify-shop.ts';

const { server, open } = await bookedSalons();
const { call, clock, runJobs } = server;

const CUSTOMER = { id: 7_001, first_name: 'Анна', last_name: 'Соколова', email: 'anna@example.test', phone: null };
const PHONE = '+79161112233';
const ADDRESS = { name: 'Анна Соколова', phone: PHONE, city: 'Москва' };
const at = (minutes: number) => server.clock.now().add({ minutes }).toString({ smallestUnit: 'second' });

/** An order as Shopify posts it. */
const anOrder = (change: object = {}) => ({
  id: 5_500_000_000_001,
  name: '#1001',
  phone: null,
  currency: 'EUR',
  total_price: '39.90',
  current_total_price: '39.90',
  financial_status: 'pending',
  fulfillment_status: null,
  fulfillments: [],
  cancelled_at: null,
  created_at: at(0),
  updated_at: at(0),
  checkout_token: null,
  customer: CUSTOMER,
  shipping_address: ADDRESS,
  line_items: [{ title: 'Букет «Утро»', quantity: 2, price: '19.95' }],
  ...change,
});
const fulfilled = (change: object = {}) =>
  anOrder({ fulfillment_status: 'fulfilled', fulfillments: [{ status: 'success', shipment_status: null }], ...change });
const aCheckout = (change: object = {}) => ({
  id: 30_000_001,
  token: 'c0ffee',
  phone: PHONE,
  customer: null,
  currency: 'EUR',
  total_price: '39.90',
  abandoned_checkout_url: `https://${SHOP}/checkouts/ac/c0ffee/recover`,
  completed_at: null,
  created_at: at(0),
  updated_at: at(0),
  line_items: [{ title: 'Букет «Утро»', quantity: 2, price: '19.95' }],
  ...change,
});

/** A salon with a shop; Anna can be messaged. */
async function withShop() {
  const salon = await open();
  await salon.book({ phone: PHONE });
  const shop = await connectShop(server, salon.owner);
  return { salon, shop, ...readerOf(salon) };
}

function readerOf({ owner: { tenantId } }: Salon) {
  const rowsOf = async <Row extends object>(statement: string): Promise<Row[]> =>
    (await server.owner.query<Row>(statement, [tenantId])).rows;
  return {
    orders: () =>
      rowsOf<{ status: string; status_text: string; total_minor: string; number: string; phone: string | null }>(
        `select o.status, o.status_text, o.total_minor, o.number, c.phone from orders o
         left join contacts c on c.tenant_id = o.tenant_id and c.id = o.contact_id where o.tenant_id = $1`,
      ),
    carts: () =>
      rowsOf<{ status: string; total_minor: string; currency: string; phone: string | null }>(
        `select k.status, k.total_minor, k.currency, c.phone from carts k
         left join contacts c on c.tenant_id = k.tenant_id and c.id = k.contact_id where k.tenant_id = $1`,
      ),
    stored: async () => (await rowsOf(`select id from inbox where tenant_id = $1 and provider = 'shopify'`)).length,
    kinds: async () =>
      (
        await rowsOf<{ kind: string }>(
          `select kind from events where tenant_id = $1 and (kind like 'order.%' or kind like 'cart.%') order by recorded_at, id`,
        )
      ).map(({ kind }) => kind),
  };
}

test('an order is recorded with its customer and currency, and a flow tells the customer that it is on its way', async () => {
  const { salon, shop, orders, kinds } = await withShop();
  await salon.aFlow({ kind: 'order_status' });
  const before = await shop.connection();
  expect(before).toMatchObject({ state: 'attention', trouble: 'hooks_manual', lastEventAt: null });
  expect(JSON.stringify(before)).not.toContain(SHOP_SECRET);
  await clock.advance({ minutes: 1 });
  expect(await shop.deliver('orders/create', anOrder())).toBe(200);
  expect(await orders()).toMatchObject([
    { status: 'Unconfirmed', status_text: 'pending', number: '#1001', phone: PHONE },
  ]);
  expect(Number((await orders())[0]?.total_minor)).toBe(3990);
  expect(await shop.connection()).toMatchObject({
    state: 'working',
    lastEventAt: expect.any(String),
    branches: [{ currency: 'EUR', webhooksState: 'set', webhooksCount: 1 }],
  });
  await clock.advance({ minutes: 5 });
  await shop.deliver('orders/paid', anOrder({ financial_status: 'paid', updated_at: at(0) }));
  expect(await orders()).toMatchObject([{ status: 'Unconfirmed', status_text: 'paid' }]);
  expect(salon.whatsApp.sent).toHaveLength(0);
  await clock.advance({ minutes: 5 });
  await shop.deliver('orders/fulfilled', fulfilled({ updated_at: at(0) }));
  expect(await orders()).toMatchObject([{ status: 'OnWay' }]);
  expect(await kinds()).toEqual(['order.created', 'order.status_changed', 'order.status_changed']);
  expect(salon.whatsApp.sent).toHaveLength(1);
  await clock.advance({ minutes: 5 });
  await shop.deliver(
    'orders/cancelled',
    fulfilled({ cancelled_at: at(0), cancel_reason: 'customer', updated_at: at(0) }),
  );
  expect(await orders()).toMatchObject([{ status: 'Cancelled' }]);
});

test('a wrong signature is refused and counted until the right secret is saved; it is never switched off', async () => {
  const { salon, shop, stored } = await withShop();
  const { token } = salon.owner;
  const params = { connectionId: shop.connectionId };
  expect(await shop.post({ topic: 'orders/create', body: anOrder(), secret: 'another' })).toBe(401);
  expect(await shop.post({ topic: 'orders/create', body: anOrder(), secret: null })).toBe(401);
  expect(await stored()).toBe(0);
  expect((await shop.connection()).signatures).toMatchObject({ failures: 2, failedAt: expect.any(String) });

  const off = await call(changeSignatures, { token, params, body: { isVerified: false } });
  expect(off.body).toMatchObject({ code: 'connection.not_found' });
  expect(await shop.post({ topic: 'orders/create', body: anOrder(), secret: null })).toBe(401);

  const saved = await call(changeSignatures, { token, params, body: { secret: 'another' } });
  expect(saved.body.signatures).toMatchObject({ failures: 0, failedAt: null });
  expect(JSON.stringify(saved.body)).not.toContain('another');
  expect(await shop.post({ topic: 'orders/create', body: anOrder(), secret: 'another' })).toBe(200);
  expect(await shop.post({ topic: 'orders/create', body: anOrder() })).toBe(401);
});

test('a delivery that is repeated is dropped, and so is its order under another delivery', async () => {
  const { shop, orders, stored, kinds } = await withShop();
  const order = anOrder();
  for (const id of ['one', 'one', 'two'])
    expect(await shop.post({ topic: 'orders/create', body: order, id })).toBe(200);
  await runJobs();
  expect(await stored()).toBe(2);
  expect(await orders()).toHaveLength(1);
  expect(await kinds()).toEqual(['order.created', 'order.status_changed']);
});

test('what arrives late moves neither an order nor a cart back', async () => {
  const { shop, orders, carts } = await withShop();
  await clock.advance({ minutes: 30 });
  await shop.deliver('orders/fulfilled', fulfilled({ created_at: at(-20), updated_at: at(-5) }));
  await shop.deliver('orders/create', anOrder({ created_at: at(-20), updated_at: at(-20) }));
  await shop.deliver('orders/updated', anOrder({ created_at: at(-20), updated_at: at(-10) }));
  expect(await orders()).toMatchObject([{ status: 'OnWay' }]);
  await shop.deliver('checkouts/update', aCheckout({ total_price: '59.85', updated_at: at(-5) }));
  await shop.deliver('checkouts/create', aCheckout({ updated_at: at(-20) }));
  expect((await carts()).map((cart) => Number(cart.total_minor))).toEqual([5985]);
});

test('a webhook of another shop is refused and named, although its signature matches', async () => {
  const { shop, stored } = await withShop();
  expect(await shop.post({ topic: 'orders/create', body: anOrder(), shop: 'lavanda.myshopify.com' })).toBe(401);
  expect(await stored()).toBe(0);
  expect(await shop.connection()).toMatchObject({
    signatures: { failures: 0 },
    foreignAccount: { name: 'lavanda.myshopify.com', at: expect.any(String) },
  });
  expect(await shop.post({ topic: 'orders/create', body: anOrder(), shop: 'x.myshopify.com', secret: 'wrong' })).toBe(
    401,
  );
  expect((await shop.connection()).foreignAccount?.name).toBe('lavanda.myshopify.com');
});

test('a checkout becomes a cart, its owner is reminded, and its order ends the reminders', async () => {
  const { salon, shop, carts, kinds } = await withShop();
  await salon.aFlow({ kind: 'abandoned_cart', delayMinutes: 60 });
  await clock.advance({ minutes: 1 });
  await shop.deliver('checkouts/create', aCheckout());
  expect(await carts()).toMatchObject([{ status: 'open', currency: 'EUR', phone: PHONE }]);
  await clock.advance({ minutes: 61 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  await shop.deliver('checkouts/update', aCheckout({ total_price: '79.80', updated_at: at(0) }));
  await shop.deliver('orders/create', anOrder({ checkout_token: 'c0ffee' }));
  expect(await carts()).toMatchObject([{ status: 'ordered' }]);
  await clock.advance({ minutes: 61 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(await kinds()).toContain('cart.ordered');
});

test('a checkout that arrives after its order is no abandoned cart', async () => {
  const { salon, shop, carts } = await withShop();
  await salon.aFlow({ kind: 'abandoned_cart', delayMinutes: 60 });
  await clock.advance({ minutes: 10 });
  await shop.deliver('orders/create', anOrder({ checkout_token: 'c0ffee' }));
  await shop.deliver('checkouts/create', aCheckout({ updated_at: at(-2) }));
  expect(await carts()).toMatchObject([{ status: 'ordered' }]);
  await clock.advance({ minutes: 61 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(0);
});

test('carts without a customer are taken and leave nothing; a body with nulls is recorded; other topics are listed', async () => {
  const { salon, shop, orders, carts } = await withShop();
  for (const topic of ['carts/create', 'carts/update'])
    expect(await shop.deliver(topic, { id: 'abc', token: 'abc', line_items: [], updated_at: at(0) })).toBe(200);
  const bare = { customer: null, phone: null, email: null, shipping_address: null, line_items: null, updated_at: null };
  await shop.deliver(
    'orders/create',
    anOrder({ ...bare, created_at: null, name: null, total_price: null, current_total_price: null }),
  );
  await shop.deliver('checkouts/create', aCheckout({ customer: null, phone: null, line_items: null }));
  expect(await orders()).toMatchObject([{ status: 'Unconfirmed', phone: null }]);
  expect(await carts()).toMatchObject([{ status: 'emptied', phone: null }]);
  const health = async () => {
    const params = { connectionId: shop.connectionId };
    return (await call(getConnection, { token: salon.owner.token, params })).body;
  };
  expect(await health()).toMatchObject({ unreadable: [], branches: [{ webhooksCount: 4 }] });
  await shop.deliver('products/update', { id: 1 });
  await shop.post({ topic: 'orders/create', body: 'no json' });
  await runJobs();
  expect((await health()).unreadable.map(({ problem }) => problem).toSorted()).toEqual([
    'no JSON',
    'the topic products/update is not read',
  ]);
});

test('an order without an address is completed once it is fulfilled, and delivered once the carrier reports it', async () => {
  const { shop, orders } = await withShop();
  await clock.advance({ minutes: 5 });
  await shop.deliver('orders/fulfilled', fulfilled({ id: 1, shipping_address: null }));
  await shop.deliver(
    'orders/updated',
    fulfilled({ id: 2, fulfillments: [{ status: 'success', shipment_status: 'delivered' }] }),
  );
  expect((await orders()).map(({ status }) => status).toSorted()).toEqual(['Closed', 'Delivered']);
});

test('amounts of a currency without cents are read as they are, and a reconnect keeps the currency of the shop', async () => {
  const { salon, shop, orders } = await withShop();
  await clock.advance({ minutes: 5 });
  await shop.deliver('orders/create', anOrder({ currency: 'JPY', current_total_price: '3990' }));
  expect((await orders()).map((order) => Number(order.total_minor))).toEqual([3990]);
  const again = await connectShop(server, salon.owner, { secret: 'renewed' });
  expect(again.connectionId).toBe(shop.connectionId);
  expect(await again.connection()).toMatchObject({ branches: [{ currency: 'JPY', webhooksState: 'set' }] });
  expect(await again.post({ topic: 'orders/updated', body: anOrder() })).toBe(200);
  expect(await shop.post({ topic: 'orders/updated', body: anOrder() })).toBe(401);
});

test('a disconnection says what stops, refuses what is posted afterwards, and sends no reminder of its carts', async () => {
  const { salon, shop, orders } = await withShop();
  const flow = await salon.aFlow({ kind: 'abandoned_cart', delayMinutes: 60 });
  await clock.advance({ minutes: 1 });
  await shop.deliver('checkouts/create', aCheckout());
  const { token } = salon.owner;
  const params = { connectionId: shop.connectionId };
  const stops = await call(listConnectionStops, { token, params });
  expect(stops.body).toMatchObject({ flows: [{ id: flow.id }], messagesCount: 1 });
  expect((await call(removeConnection, { token, params })).status).toBe(200);
  expect(await shop.post({ topic: 'orders/create', body: anOrder() })).toBe(404);
  await clock.advance({ minutes: 61 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(0);
  expect(await salon.verdicts(flow.id)).toContainEqual(expect.objectContaining({ rule: 'branch_inactive' }));
  expect(await orders()).toEqual([]);
});

test.each([
  ['romashka', SHOP],
  ['Romashka.myshopify.com', SHOP],
  ['https://romashka.myshopify.com/admin/settings', SHOP],
  ['https://admin.shopify.com/store/romashka/settings/notifications', SHOP],
  ['www.romashka.example', null],
])('the domain of a shop is read from %s', async (shop, expected) => {
  const { token } = await server.signUp();
  const offer = await call(offerBranches, { token, body: { kind: 'shopify', shop, secret: SHOP_SECRET } });
  if (expected) expect(offer.body.branches).toMatchObject([{ externalId: expected }]);
  else expect([offer.status, offer.body]).toMatchObject([422, { details: { trouble: 'wrong_address' } }]);
});
