import { expect, test } from 'vitest';
import { createPayment, getSubscription, listPaidItems, listPayments } from '#contract/billing/calls.ts';
import { type CartLine, totalOf } from '#contract/billing/cart.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { acquirerIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({ env: acquirerIn(world) });
const { call } = server;
await world.control('POST', '/yookassa/switches', {
  notificationUrl: `${server.origin}/payment-notifications/yookassa`,
});
const build = builders(server.owner, server.ctx.vault);

const open = ({ token }: SignedUp, line: CartLine) =>
  call(createPayment, { token, body: { lines: [line], totalMinor: totalOf([line], 'RUB') } });
const numbersFor = (itemIds: string[]): CartLine => ({
  kind: 'tariff',
  tariffId: 15,
  units: itemIds.length,
  months: 1,
  itemIds,
});
const pay = async (url: string | null) => {
  await fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ decision: 'pay' }), redirect: 'manual' });
  await world.control('POST', '/settle', {});
  await server.runJobs();
};

test('a tariff is bought for chosen numbers, and the page says which', async () => {
  const owner = await server.signUp();
  const one = await build.aChannel({ tenantId: owner.tenantId, kind: 'dialog360' });
  const two = await build.aChannel({ tenantId: owner.tenantId, kind: 'dialog360' });
  await build.aChannel({ tenantId: owner.tenantId, kind: 'telegram_bot' });
  const { body: items } = await call(listPaidItems, { token: owner.token });
  expect(items.map(({ id, kind }) => [id, kind]).toSorted()).toEqual(
    [one, two].map(({ id }) => [id, 'phones']).toSorted(),
  );

  const { body: payment, status } = await open(owner, numbersFor([two.id]));
  expect(status).toBe(200);
  await pay(payment.payUrl);
  const { body } = await call(getSubscription, { token: owner.token });
  expect(body.tariffs).toMatchObject([{ tariffId: 15, units: 1, isActive: true, items: [{ id: two.id }] }]);
  const { body: page } = await call(listPayments, { token: owner.token });
  expect(page.items[0]?.lines).toMatchObject([{ line: { itemIds: [two.id] } }]);
});

test('a tariff without a choice is for everything of its kind', async () => {
  const owner = await server.signUp();
  const { id: connectionId } = await build.aConnection({ tenantId: owner.tenantId });
  const branch = await build.aBranch({ tenantId: owner.tenantId, connectionId });
  const { body: payment } = await open(owner, { kind: 'tariff', tariffId: 0, units: 1, months: 1 });
  await pay(payment.payUrl);
  const { body } = await call(getSubscription, { token: owner.token });
  expect(body.tariffs).toMatchObject([{ tariffId: 0, items: [{ id: branch.id, kind: 'companies' }] }]);
});

test('units for something of another cabinet, of another kind, or chosen twice are refused', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { id: foreign } = await build.aChannel({ tenantId: other.tenantId, kind: 'dialog360' });
  const { id: telegram } = await build.aChannel({ tenantId: owner.tenantId, kind: 'telegram_bot' });
  const { id: own } = await build.aChannel({ tenantId: owner.tenantId, kind: 'dialog360' });
  for (const line of [
    numbersFor([foreign]),
    numbersFor([telegram]),
    numbersFor([own, own]),
    { ...numbersFor([own]), units: 2 } as CartLine,
  ])
    expect(await open(owner, line)).toMatchObject({ status: 400, body: { code: 'item.not_found' } });
});
