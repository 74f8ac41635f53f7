import { withSystem } from '#server/platform/database/db.ts';
import { beforeEach, expect, test } from 'vitest';
import { listConnections } from '#contract/connections/calls.ts';
import { listOrders } from '#contract/orders/calls.ts';
import { queuePolls } from '#server/connections/storage/sync-queueing-actions.ts';
import {
  iikoRestaurant,
  type SimulatedOrder,
  type SimulatedRestaurant,
} from '#server/testing/houses/iiko-restaurant.ts';
import type { SignedUp } from '#server/testing/server/http.ts';

const { server, world, found, connect, reset, settle } = await iikoRestaurant();
const { call, owner: db } = server;

let restaurant: SimulatedRestaurant;
beforeEach(async () => {
  await reset();
  restaurant = await found();
});

const order = (about: object = {}) =>
  world.control<SimulatedOrder>('POST', '/iiko/orders', {
    organizationId: restaurant.id,
    guest: { name: 'Мария', phone: '+79161112233' },
    items: [{ name: 'Пицца «Маргарита»', price: 640, amount: 2 }],
    ...about,
  });
const move = (id: string, status: string, more: object = {}) =>
  world.control('POST', `/iiko/orders/${id}/status`, { status, ...more });
const switches = (wanted: object) => world.control('POST', '/iiko/switches', wanted);

const ordersOf = async ({ token }: SignedUp) => (await call(listOrders, { token })).body.items;
const eventsOf = async ({ tenantId }: SignedUp) => {
  const { rows } = await db.query<{ kind: string; facts: { from?: string; to?: string; changed?: string[] } }>(
    `select kind, facts from events where tenant_id = $1 and kind like 'order.%' order by recorded_at, id`,
    [tenantId],
  );
  return rows.map(({ kind, facts }) =>
    [kind, ...(facts.to ? [facts.from, facts.to] : (facts.changed ?? []))].join(' '),
  );
};
const branchOf = async ({ token }: SignedUp) =>
  (await call(listConnections, { token })).body.connections[0]?.branches[0];
const waitUntilPolled = async (time: { hours?: number; minutes?: number }) => {
  await world.control('POST', '/clock', { advanceMs: Temporal.Duration.from(time).total('milliseconds') });
  await server.clock.advance(time);
  await withSystem(server.ctx, queuePolls);
  await server.runJobs();
};

test('an order in a payload is stored with its contact, and emitted once', async () => {
  const owner = await connect(restaurant);
  await order({ kind: 'DeliveryByCourier', comment: 'Домофон не работает' });
  await settle();
  expect(await ordersOf(owner)).toMatchObject([
    {
      contactName: 'Мария',
      contactPhone: '+79161112233',
      deliveryKind: 'DeliveryByCourier',
      status: 'Unconfirmed',
      items: [{ title: 'Пицца «Маргарита»', amount: 2 }],
      total: { amountMinor: 128_000, currency: 'RUB' },
      timeZone: 'Europe/Moscow',
    },
  ]);
  expect(await eventsOf(owner)).toEqual(['order.created', 'order.status_changed  Unconfirmed']);
  expect(await branchOf(owner)).toMatchObject({ webhooksState: 'set', webhooksCount: 1 });
});

test('orders made before the connection are stored, and not emitted', async () => {
  await order();
  await server.clock.advance({ seconds: 2 });
  const owner = await connect(restaurant);
  expect(await ordersOf(owner)).toHaveLength(1);
  expect(await eventsOf(owner)).toEqual([]);
});

test('statuses are emitted as they come, also when some are skipped', async () => {
  const owner = await connect(restaurant);
  const { id } = await order();
  await settle();
  await move(id, 'CookingStarted');
  await settle();
  await move(id, 'OnWay');
  await settle();
  expect(await eventsOf(owner)).toEqual([
    'order.created',
    'order.status_changed  Unconfirmed',
    'order.status_changed Unconfirmed CookingStarted',
    'order.status_changed CookingStarted OnWay',
  ]);
});

test('a repeated or late payload changes nothing', async () => {
  const owner = await connect(restaurant);
  const { id } = await order();
  await settle();
  await move(id, 'CookingStarted');
  await settle();
  await move(id, 'OnWay');
  await settle();
  const before = await eventsOf(owner);
  await world.control('POST', `/iiko/orders/${id}/repeat`, { times: 2 });
  await settle();
  await world.control('POST', `/iiko/orders/${id}/repeat`, { status: 'CookingStarted' });
  await settle();
  expect(await eventsOf(owner)).toEqual(before);
  expect(await ordersOf(owner)).toMatchObject([{ status: 'OnWay' }]);
});

test('a status that comes back is not emitted again', async () => {
  const owner = await connect(restaurant);
  const { id } = await order();
  for (const status of ['OnWay', 'Waiting', 'OnWay']) {
    await move(id, status);
    await settle();
  }
  expect((await eventsOf(owner)).filter((event) => event.endsWith('OnWay'))).toHaveLength(1);
  expect(await ordersOf(owner)).toMatchObject([{ status: 'OnWay' }]);
});

test.each([
  ['a list', { body: 'array' }],
  ['a lone object', { body: 'object' }],
  ['with the word Bearer', { bearer: true }],
])('posts come as %s', async (_, wanted) => {
  const owner = await connect(restaurant);
  await switches(wanted);
  await order();
  await settle();
  expect(await ordersOf(owner)).toHaveLength(1);
});

test('a list of several events is read whole', async () => {
  const owner = await connect(restaurant);
  await switches({ held: true });
  const { id } = await order();
  await move(id, 'CookingStarted');
  await order();
  await switches({ held: false });
  await settle();
  expect((await ordersOf(owner)).map(({ status }) => status).toSorted()).toEqual(['CookingStarted', 'Unconfirmed']);
  expect(await eventsOf(owner)).toContain('order.status_changed Unconfirmed CookingStarted');
});

test('of reordered payloads, the order itself shows which is newer', async () => {
  const owner = await connect(restaurant);
  await switches({ order: 'reversed' });
  const { id } = await order();
  await move(id, 'CookingStarted');
  await settle();
  expect(await ordersOf(owner)).toMatchObject([{ status: 'CookingStarted' }]);
  expect(await eventsOf(owner)).toEqual(['order.created', 'order.status_changed  CookingStarted']);
});

test('an unknown status is stored as received', async () => {
  const owner = await connect(restaurant);
  const { webhookUrl, webhookToken } = owner.connection;
  const post = (status: string, timestamp: number) =>
    fetch(webhookUrl, {
      method: 'POST',
      headers: { authorization: webhookToken ?? '', 'content-type': 'application/json' },
      body: JSON.stringify([
        {
          eventType: 'DeliveryOrderUpdate',
          organizationId: restaurant.id,
          eventInfo: {
            id: 'made-up',
            timestamp,
            creationStatus: 'Success',
            order: { phone: '+79161112233', status, customer: { type: 'one-time', name: 'Мария' }, sum: 100.5 },
          },
        },
      ]),
    });
  expect((await post('Teleported', 1_000)).status).toBe(200);
  expect((await post('Evaporated', 1_001)).status).toBe(200);
  await server.runJobs();
  expect(await ordersOf(owner)).toMatchObject([
    { status: 'unknown', statusText: 'Evaporated', contactPhone: '+79161112233', total: { amountMinor: 10_050 } },
  ]);
  const recorded = await db.query(
    `select facts->>'word' as word from events where tenant_id = $1 and kind = 'order.status_changed' order by id`,
    [owner.tenantId],
  );
  expect(recorded.rows).toEqual([{ word: 'Teleported' }, { word: 'Evaporated' }]);
});

test('a payload without our token is refused', async () => {
  const owner = await connect(restaurant);
  const { webhookUrl, webhookToken } = owner.connection;
  const post = (authorization?: string) =>
    fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: '[]',
    });
  expect((await post()).status).toBe(401);
  expect((await post('guess')).status).toBe(401);
  expect((await post(webhookToken ?? '')).status).toBe(200);
  expect((await post(`Bearer ${webhookToken}`)).status).toBe(200);
});

test('changes whose webhooks were lost are found by polling', async () => {
  const owner = await connect(restaurant);
  await switches({ webhooks: 'off' });
  const { id } = await order();
  await waitUntilPolled({ minutes: 2 });
  expect(await ordersOf(owner)).toMatchObject([{ status: 'Unconfirmed' }]);
  await move(id, 'Cancelled');
  await waitUntilPolled({ minutes: 2 });
  expect(await eventsOf(owner)).toEqual([
    'order.created',
    'order.status_changed  Unconfirmed',
    'order.status_changed Unconfirmed Cancelled',
  ]);
});

test('after a gap longer than the vendor’s revisions last, orders are read by date', async () => {
  const owner = await connect(restaurant);
  await switches({ webhooks: 'off' });
  await order({ inMinutes: 120 });
  await waitUntilPolled({ hours: 5 });
  expect(await ordersOf(owner)).toHaveLength(1);
  expect(await branchOf(owner)).toMatchObject({ syncError: null });
});

test('a change of the sum or the time is emitted, unless the order is over', async () => {
  const owner = await connect(restaurant);
  const { id } = await order({ sum: 500 });
  await settle();
  await world.control('PUT', `/iiko/orders/${id}`, { sum: 700 });
  await settle();
  await world.control('PUT', `/iiko/orders/${id}`, { inMinutes: 200 });
  await settle();
  await move(id, 'Closed');
  await settle();
  await world.control('PUT', `/iiko/orders/${id}`, { sum: 100 });
  await settle();
  expect((await eventsOf(owner)).filter((event) => event.startsWith('order.changed'))).toEqual([
    'order.changed total',
    'order.changed time',
  ]);
});

test('contacts are requested by phone: opt-outs from mailings and birthdays', async () => {
  await world.control('POST', '/iiko/guests', {
    organizationId: restaurant.id,
    name: 'Ольга',
    phone: '+79167778899',
    birthday: '1990-05-01',
    consentStatus: 2,
  });
  const owner = await connect(restaurant);
  await order({ guest: { name: 'Ольга', phone: '+79167778899' } });
  await order({ guest: { name: 'Никто', phone: '+79160000077' }, isKept: false });
  await settle();
  await settle();
  const { rows } = await db.query(
    `select name, refuses_mailings, birth_date::text from contacts where tenant_id = $1 order by name`,
    [owner.tenantId],
  );
  expect(rows).toEqual([
    { name: 'Никто', refuses_mailings: false, birth_date: null },
    { name: 'Ольга', refuses_mailings: true, birth_date: '1990-05-01' },
  ]);
  expect(await branchOf(owner)).toMatchObject({ hasLoyalty: true });
});

test('a restaurant without the loyalty program is read all the same', async () => {
  restaurant = await found({ loyalty: false });
  const owner = await connect(restaurant);
  await order();
  await settle();
  expect(await ordersOf(owner)).toHaveLength(1);
  expect(await branchOf(owner)).toMatchObject({ hasLoyalty: false, syncError: null });
});

test('orders are listed by time, status and branch, page by page; another cabinet sees none', async () => {
  const owner = await connect(restaurant);
  for (const [index, status] of ['OnWay', 'Closed', 'OnWay'].entries()) {
    await order({ status, comment: String(index) });
    await server.clock.advance({ seconds: 5 });
  }
  await settle();
  const { token } = owner;
  const first = await call(listOrders, { token, query: { status: 'OnWay', limit: '1' } });
  const second = await call(listOrders, {
    token,
    query: { status: 'OnWay', limit: '1', cursor: first.body.nextCursor ?? '' },
  });
  expect([first.body.items.length, second.body.items.length, second.body.nextCursor]).toEqual([1, 1, null]);
  expect(first.body.items[0]?.id).not.toBe(second.body.items[0]?.id);
  const stranger = await server.signUp();
  expect((await call(listOrders, { token: stranger.token })).body.items).toEqual([]);
});
