import { expect, test } from 'vitest';
import { connectBranches, listConnections, offerBranches } from '#contract/connections/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { testServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';

const NOW = '2026-03-02T09:00:00Z';
const SHOP = 'ember-care.myshopify.com';
const world = await simulateWorld(NOW);
const address = await openPublicAddress();
const server = await testServer({ now: NOW, env: { PUBLIC_URL: address.origin }, providers: createProviders });
address.leadTo(server.origin);
const { call } = server;

type Keyed = { id: number; token: string };

test('the staff of a simulated shop place, pay, fulfil and cancel orders and leave checkouts, and each arrives', async () => {
  await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
  const { token, tenantId } = await server.signUp();
  const given = { kind: 'shopify' as const, shop: SHOP, secret: 'shopify-ember-signing-secret' };
  const offer = await call(offerBranches, { token, body: given });
  const body = { kind: 'shopify' as const, ticket: offer.body.ticket, branchExternalIds: [SHOP] };
  const { webhookUrl } = (await call(connectBranches, { token, body })).body;
  await world.control('POST', '/shopify/webhooks', { shop: SHOP, address: webhookUrl });
  const receive = async () => {
    await world.control('POST', '/settle', {});
    await server.runJobs();
    await server.clock.advance({ seconds: 5 });
    await world.passTime(5_000);
  };
  await server.clock.advance({ seconds: 5 });
  await world.passTime(5_000);
  const { shops } = await world.control<{ shops: { domain: string; customers: { id: number }[] }[] }>(
    'GET',
    '/shopify',
  );
  const customerId = shops.find(({ domain }) => domain === SHOP)?.customers[0]?.id;
  const rows = async (table: 'orders' | 'carts') =>
    (
      await server.owner.query<{ status: string }>(`select status from ${table} where tenant_id = $1`, [tenantId])
    ).rows.map(({ status }) => status);
  const step = async (order: Keyed, name: string) => {
    await world.control('POST', `/shopify/orders/${order.id}/${name}`, { shop: SHOP });
    await receive();
  };

  const order = await world.control<Keyed>('POST', '/shopify/orders', { shop: SHOP, customerId });
  await receive();
  expect(await rows('orders')).toEqual(['Unconfirmed']);
  await step(order, 'pay');
  await step(order, 'fulfil');
  expect(await rows('orders')).toEqual(['OnWay']);
  await step(order, 'deliver');
  expect(await rows('orders')).toEqual(['Delivered']);
  await step(order, 'cancel');
  expect(await rows('orders')).toEqual(['Cancelled']);

  const checkout = await world.control<Keyed>('POST', '/shopify/checkouts', { shop: SHOP, customerId });
  await receive();
  expect(await rows('carts')).toEqual(['open']);
  await world.control('POST', '/shopify/orders', { shop: SHOP, checkoutToken: checkout.token, isPaid: true });
  await receive();
  expect(await rows('carts')).toEqual(['ordered']);
  expect((await rows('orders')).toSorted()).toEqual(['Cancelled', 'Unconfirmed']);

  await world.control('PATCH', '/shopify', { shop: SHOP, secret: 'rotated' });
  await world.control('POST', '/shopify/orders', { shop: SHOP, customerId });
  await receive();
  expect(await rows('orders')).toHaveLength(2);
  const { connections } = (await call(listConnections, { token })).body;
  expect(connections[0]?.signatures?.failures).toBeGreaterThan(0);
});
