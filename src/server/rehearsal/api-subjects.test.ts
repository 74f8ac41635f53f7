import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApiToken } from '#contract/integrations/tokens.ts';
import { countSkips } from '#contract/insights/calls.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { POST_CALLS } from '#server/testing/server/api-program.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';
import { rehearsed, outcomesOf } from '#server/testing/houses/rehearsed.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

const ANNA = { phone: '+79161112233', name: 'Анна' };
const ITEMS = [{ title: 'Букет «Утро»' }];

/** A salon whose own site sends its customers' orders to the API; Anna can be messaged. */
async function withSite() {
  const salon = await open();
  await salon.book({});
  const { token } = salon.owner;
  const { secret } = (await server.call(createApiToken, { token, body: { name: 'Сайт', scopes: API_SCOPES } })).body;
  const post = async (kind: 'orders' | 'carts', item: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { items: [{ client: ANNA, items: ITEMS, ...item }] };
    expect((await server.call(POST_CALLS[kind], { token: secret, body, headers })).body.refusedCount).toBe(0);
    await runJobs();
    await clock.advance({ minutes: 5 });
    await runJobs();
  };
  return { salon, post };
}

test('an order is rehearsed status by status, and a status without a flow counts as little as in reality', async () => {
  const { salon, post } = await withSite();
  const flow = await salon.aFlow({ kind: 'order_status' });
  for (const status of ['WaitCooking', 'CookingStarted', 'OnWay', 'Delivered', 'Closed'])
    await post('orders', { externalId: '881', status });
  expect(salon.whatsApp.sent).toHaveLength(2);
  expect((await server.call(countSkips, { token: salon.owner.token })).body.counts).toEqual([]);
  const { done, outcomes } = await rehearsed(server, salon, [flow]);
  expect(done.summary).toMatchObject({ sent: 2, skipped: 0, skippedByRule: {} });
  expect(outcomes.sent).toEqual((await outcomesOf(server, salon)).sent);
});

test('a contact who got a cart reminder before buying gets it in the rehearsal', async () => {
  const { salon, post } = await withSite();
  const flow = await salon.aFlow({ kind: 'abandoned_cart', delayMinutes: 60 });
  await post('carts', { externalId: '55' });
  await clock.advance({ hours: 1 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  await post('orders', { externalId: '882', status: 'WaitCooking', cartExternalId: '55' });
  const { done } = await rehearsed(server, salon, [flow]);
  expect(done.summary).toMatchObject({ sent: 1, skipped: 0 });
});
