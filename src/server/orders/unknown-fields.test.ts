import { withSystem } from '#server/platform/database/db.ts';
import { beforeEach, expect, test } from 'vitest';
import { getConnection } from '#contract/connections/calls.ts';
import { listOrders } from '#contract/orders/calls.ts';
import { queuePolls } from '#server/connections/storage/sync-queueing-actions.ts';
import { iikoRestaurant, type SimulatedOrder } from '#server/testing/houses/iiko-restaurant.ts';

const { server, world, found, connect, reset, settle } = await iikoRestaurant();
const { call } = server;

beforeEach(reset);

test('undocumented fields are ignored and counted, in payloads and polls', async () => {
  const restaurant = await found();
  const owner = await connect(restaurant);
  const { webhookUrl, webhookToken, id: connectionId } = owner.connection;
  const unknown = async () => {
    const shown = await call(getConnection, { token: owner.token, params: { connectionId } });
    return Object.fromEntries(shown.body.unknownFields.map(({ field, count }) => [field, count]));
  };
  const guest = { name: 'Мария', phone: '+79161112233' };
  const { id } = await world.control<SimulatedOrder>('POST', '/iiko/orders', { organizationId: restaurant.id, guest });
  await settle();
  await world.control('POST', `/iiko/orders/${id}/status`, { status: 'Cancelled' });
  await settle();
  expect(await unknown()).toEqual({});

  const customer = { type: 'one-time', name: 'Мария', nickname: 'Маша' };
  const eventInfo = {
    id: 'made-up',
    timestamp: 1_000,
    creationStatus: 'Success',
    robot: true,
    order: {
      phone: '+79161112233',
      status: 'OnWay',
      customer,
      sum: 100.5,
      items: [{ type: 'Product', product: { id: 'p', name: 'Суп' }, spice: 'hot' }],
    },
  };
  const event = { eventType: 'DeliveryOrderUpdate', organizationId: restaurant.id, eventInfo, region: 'north' };
  await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: webhookToken ?? '' },
    body: JSON.stringify([event, event]),
  });
  await server.runJobs();
  const expected = { robot: 2, 'order.customer.nickname': 2, 'order.items.spice': 2, 'event.region': 2 };
  expect(await unknown()).toEqual(expected);
  const { items } = (await call(listOrders, { token: owner.token })).body;
  expect(items.map(({ status }) => status).toSorted()).toEqual(['Cancelled', 'OnWay']);

  const body = { maxRevision: 1, ordersByOrganizations: [{ organizationId: restaurant.id, orders: [eventInfo] }] };
  const fault = { channel: 'iiko', match: 'by_revision', action: 'http', status: 200, body, times: 1 };
  await world.control('POST', '/fault', fault);
  await world.control('POST', '/clock', { advanceMs: 120_000 });
  await server.clock.advance({ minutes: 2 });
  await withSystem(server.ctx, queuePolls);
  await server.runJobs();
  expect(await unknown()).toMatchObject({ robot: 3, 'event.region': 2 });
});
