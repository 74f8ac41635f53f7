import { beforeEach, expect, test } from 'vitest';
import { startRehearsal } from '#contract/rehearsal/calls.ts';
import { createFlow } from '#contract/flows/calls.ts';
import { listOrders } from '#contract/orders/calls.ts';
import { iikoRestaurant, type SimulatedRestaurant } from '#server/testing/houses/iiko-restaurant.ts';

const { server, world, found, connect, reset } = await iikoRestaurant();
const { call, clock } = server;

let restaurant: SimulatedRestaurant;
beforeEach(async () => {
  await reset();
  restaurant = await found();
  await world.control('POST', '/iiko/orders', {
    organizationId: restaurant.id,
    guest: { name: 'Мария', phone: '+79161112233' },
    items: [{ name: 'Пицца «Маргарита»', price: 640, amount: 2 }],
  });
  const later = { hours: 24 * 75 };
  await world.control('POST', '/clock', { advanceMs: Temporal.Duration.from(later).total('milliseconds') });
  await clock.advance(later);
});

test('orders of the last 90 days are read, for rehearsals of flows', async () => {
  const { token } = await connect(restaurant);
  expect((await call(listOrders, { token })).body.items).toHaveLength(1);
});

test('a rehearsal has the whole past of a branch that was connected and read', async () => {
  const { token } = await connect(restaurant);
  const { body: flow } = await call(createFlow, { token, body: { kind: 'order_status' } });
  await clock.advance({ seconds: 1 });
  const { status, body } = await call(startRehearsal, { token, body: { days: 90, flowIds: [flow.id] } });
  expect({ status, unread: body.unreadBranches }).toEqual({ status: 200, unread: [] });
});
