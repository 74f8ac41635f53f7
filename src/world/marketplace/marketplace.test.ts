import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { type World, startWorld } from '../world.ts';

let world: World;
let product: Product;
let sim: Caller;
let marketplace: Caller;
let system: Caller;

const HEADERS = { accept: 'application/vnd.yclients.v2+json', authorization: 'Bearer partner-demo-token' };

beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z', productUrl: product.url });
  sim = createCaller(world.url);
  marketplace = createCaller(`${world.url}/yclients/marketplace`, HEADERS);
  const authorization = 'Bearer partner-demo-token, User system-demo-token';
  system = createCaller(`${world.url}/yclients/api/v1`, { ...HEADERS, authorization });
});
afterAll(async () => {
  await world.close();
  await product.close();
});
beforeEach(async () => {
  await sim('POST', '/_sim/seed', {});
  await sim('POST', '/_sim/behaviour', { channel: 'yclients', limits: 'off' });
  product.webhooks.length = 0;
});

const connect = async (order: object = {}) =>
  new URL((await sim('POST', '/_sim/yclients/marketplace/connect', { companyIds: [4564], ...order })).body.url);
const callback = (change: object = {}) =>
  marketplace('POST', '/partner/callback', {
    salon_id: 4564,
    application_id: 7001,
    api_key: 'key',
    webhook_urls: [`${product.url}/hooks/yclients/secret`],
    ...change,
  });
const statusOf = async (companyId = 4564) =>
  (await marketplace('GET', `/salon/${companyId}/application/7001`)).body.data?.connection_status.status;

test('an owner who consents is redirected to the product with the branches and signed data', async () => {
  const url = await connect({ companyIds: [4564, 4565] });
  expect(url.origin + url.pathname).toBe(`${product.url}/account/register/yclients/7001`);
  expect(url.searchParams.getAll('salon_ids[]')).toEqual(['4564', '4565']);
  const raw = Buffer.from((url.searchParams.get('user_data') ?? '').replaceAll(' ', '+'), 'base64');
  expect(JSON.parse(raw.toString())).toMatchObject({ name: 'Наталья Ромашова', email: 'salon@example.test' });
  const expected = createHmac('sha256', 'partner-demo-token').update(raw).digest('hex');
  expect(url.searchParams.get('user_data_sign')).toBe(expected);
  expect(await statusOf()).toBe('pending');
  expect((await connect({ sign: 'wrong' })).searchParams.get('user_data_sign')).not.toBe(expected);
  expect((await connect({ sign: 'none' })).searchParams.has('user_data_sign')).toBe(false);
});

test('an activation within the hour grants the system user access and sets the webhooks, once', async () => {
  expect((await system('GET', '/license/4564')).status).toBe(403);
  await connect();
  expect((await callback()).status).toBe(201);
  expect(await statusOf()).toBe('active');
  expect((await system('GET', '/license/4564')).status).toBe(200);
  expect((await system('GET', '/hooks_settings/4564')).body.data).toMatchObject({
    urls: [`${product.url}/hooks/yclients/secret`],
    active: 1,
    record: 1,
  });
  expect(await callback()).toMatchObject({
    status: 400,
    body: { meta: { message: 'User has already installed this application' } },
  });
  const salons = await marketplace('GET', '/application/7001/salons?page=1&count=1000');
  expect(salons.body.data.map(({ id }: { id: number }) => id)).toEqual([4564]);
});

test('a consent of an hour ago is over', async () => {
  await connect();
  await sim('POST', '/_sim/clock', { advanceMs: 3_600_000 });
  expect(await statusOf()).toBe('uninstalled');
  expect((await callback()).status).toBe(403);
});

test('without a consent, for a stranger’s application or with another token nothing is answered', async () => {
  expect((await callback()).status).toBe(403);
  expect((await callback({ application_id: 1 })).status).toBe(404);
  expect((await marketplace('GET', '/salon/4564/application/7001')).status).toBe(404);
  const wrong = { authorization: 'Bearer somebody' };
  expect((await marketplace('GET', '/salon/4564/application/7001', undefined, wrong)).status).toBe(401);
});

test('disconnecting removes access and webhooks and notifies the product; freezing only notifies', async () => {
  await connect();
  await callback();
  await sim('POST', '/_sim/yclients/marketplace/freeze', { companyId: 4564 });
  expect(await statusOf()).toBe('freeze');
  await sim('POST', '/_sim/yclients/marketplace/disconnect', { companyId: 4564, token: 'wrong' });
  await sim('POST', '/_sim/settle', {});
  expect(product.webhooks.map(({ path, body }) => [path, body.event, body.partner_token])).toEqual([
    ['/hooks/yclients-marketplace', 'freeze', 'partner-demo-token'],
    ['/hooks/yclients-marketplace', 'uninstall', 'not-the-partner-token'],
  ]);
  expect(await statusOf()).toBe('uninstalled');
  expect((await system('GET', '/license/4564')).status).toBe(403);
});

test('the product may leave by itself', async () => {
  await connect();
  await callback();
  expect((await marketplace('POST', '/salon/4564/application/7001/uninstall')).status).toBe(200);
  expect(await statusOf()).toBe('uninstalled');
});
