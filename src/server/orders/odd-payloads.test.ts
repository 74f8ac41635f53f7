import { beforeEach, expect, test } from 'vitest';
import { getConnection, listConnections } from '#contract/connections/calls.ts';
import { listOrders } from '#contract/orders/calls.ts';
import { iikoRestaurant, type SimulatedRestaurant } from '#server/testing/houses/iiko-restaurant.ts';

const { server, world, found, connect, reset } = await iikoRestaurant();
const { call, owner: db } = server;

let restaurant: SimulatedRestaurant;
let owner: Awaited<ReturnType<typeof connect>>;
beforeEach(async () => {
  await reset();
  restaurant = await found({ timeZone: 'UTC' });
  owner = await connect(restaurant);
});

async function post(body: unknown): Promise<void> {
  const { webhookUrl, webhookToken } = owner.connection;
  const headers = { authorization: webhookToken ?? '', 'content-type': 'application/json' };
  const answer = await fetch(webhookUrl, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  await server.runJobs();
}

const eventOf = (id: string, info: { status: string; timestamp?: number }) => ({
  eventType: 'DeliveryOrderUpdate',
  organizationId: restaurant.id,
  eventInfo: {
    id,
    timestamp: info.timestamp ?? null,
    creationStatus: 'Success',
    order: { status: info.status, phone: '+79161112233', whenCreated: wallClock() },
  },
});
const wallClock = () => server.clock.now().toString().replace('T', ' ').replace('Z', '');
const ordersOf = async () => (await call(listOrders, { token: owner.token })).body.items;

/** NOTE: the vendor does not document the unit of `timestamp`. */
test.each([
  ['seconds', (at: number) => Math.floor(at / 1_000)],
  ['thousandths', (at: number) => at],
  ['ten-millionths since the year one', (at: number) => at * 10_000 + 621_355_968_000_000_000],
  ['changes', (_: number, nth: number) => nth],
])('statuses are told, and the older one is not news, where timestamps count %s', async (_, toTimestamp) => {
  const stamps: number[] = [];
  for (const [nth, status] of ['Unconfirmed', 'OnWay'].entries()) {
    await server.clock.advance({ minutes: 1 });
    stamps.push(toTimestamp(server.clock.now().epochMilliseconds, nth + 1));
    await post([eventOf('one', { status, timestamp: stamps.at(-1)! })]);
  }
  await server.clock.advance({ minutes: 1 });
  await post([eventOf('one', { status: 'CookingStarted', timestamp: stamps[0]! })]);
  expect(await ordersOf()).toMatchObject([{ status: 'OnWay' }]);
  const { rows } = await db.query(
    `select facts->>'to' as status, occurred_at from events
     where tenant_id = $1 and kind = 'order.status_changed' order by id`,
    [owner.tenantId],
  );
  expect(rows.map(({ status }) => status)).toEqual(['Unconfirmed', 'OnWay']);
  for (const row of rows) {
    const ageMinutes = server.clock
      .now()
      .since(Temporal.Instant.from(String(row.occurred_at)))
      .total('minutes');
    expect(ageMinutes).toBeLessThan(3);
  }
});

test('an unreadable event among others is shown, and no other is lost', async () => {
  await post([eventOf('one', { status: 'OnWay' }), { hello: 'world' }, null, eventOf('two', { status: 'Waiting' })]);
  expect((await ordersOf()).map(({ status }) => status).toSorted()).toEqual(['OnWay', 'Waiting']);
  const params = { connectionId: owner.connection.id };
  const { unreadable } = (await call(getConnection, { token: owner.token, params })).body;
  expect(unreadable.map(({ body, problem }) => [body, problem]).toSorted()).toEqual([
    ['null', 'not understood: event'],
    ['{"hello":"world"}', 'not understood: eventType, organizationId'],
  ]);
});

test('a character that PostgreSQL cannot store does not lose the order', async () => {
  const event = eventOf('one', { status: 'OnWay' });
  const customer = { type: 'one-time', name: 'Мария\0' };
  await post({ ...event, eventInfo: { ...event.eventInfo, order: { ...event.eventInfo.order, customer } } });
  expect(await ordersOf()).toMatchObject([{ contactName: 'Мария' }]);
});

test.each([
  [20, null],
  [0, 'unexpected_answer'],
])('a day %i days ago that the vendor will not tell of is trouble: %s', async (days, trouble) => {
  const day = server.clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days });
  const fault = { channel: 'iiko', match: `"deliveryDateFrom":"${day} `, action: 'http', status: 400, body: {} };
  await world.control('POST', '/fault', { ...fault, times: 0 });
  const { token } = await connect(await found({ timeZone: 'UTC' }));
  const [connection] = (await call(listConnections, { token })).body.connections;
  expect(connection?.trouble).toBe(trouble);
  expect(connection?.branches[0]?.changedUntil === null).toBe(trouble !== null);
});
