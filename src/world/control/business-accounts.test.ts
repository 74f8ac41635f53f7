import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let product: Product;
beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
});
afterAll(async () => {
  await world.close();
  await product.close();
});

type Kind = { service: string; death: string; accounts: { id: string; address: string; isAlive: boolean }[] };

const sim = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  createCaller(world.url)(method, path, body, headers);

/** Accounts in use at a service. */
async function accountsAt(service: string): Promise<Kind['accounts']> {
  const { kinds } = (await sim('GET', '/_sim/accounts')).body as { kinds: Kind[] };
  return kinds.find((kind) => kind.service === service)?.accounts ?? [];
}

const change = (service: string, id: string, isAlive: boolean) =>
  sim('PATCH', `/_sim/accounts/${service}/${id}`, { isAlive });

test('an account is listed while a cabinet uses it', async () => {
  expect(await accountsAt('d360')).toEqual([]);
  await sim('POST', '/d360/v1/configs/webhook', { url: product.url }, { 'D360-API-KEY': 'd360-demo-key' });
  expect(await accountsAt('d360')).toMatchObject([{ address: '+79990000001', isAlive: true }]);
});

test('a key of 360dialog is refused while it is revoked', async () => {
  const status = async () =>
    (await sim('GET', '/d360/v1/configs/webhook', undefined, { 'D360-API-KEY': 'd360-demo-key' })).status;
  await change('d360', '106540352242922', false);
  expect(await status()).toBe(401);
  await change('d360', '106540352242922', true);
  expect(await status()).toBe(200);
});

test('the token of a bot is refused while it is revoked', async () => {
  const status = async () => (await sim('GET', '/tg/bot700000001:DEMO-bot-token/getMe')).status;
  await change('tg', '700000001', false);
  expect(await status()).toBe(401);
  await change('tg', '700000001', true);
  expect(await status()).toBe(200);
});

test('accounts at Twilio and Sigma are suspended and restored', async () => {
  const sid = `AC${'1'.padStart(32, '0')}`;
  const authorization = `Basic ${Buffer.from(`${sid}:twilio-demo-token`).toString('base64')}`;
  const twilio = async () =>
    (await sim('GET', `/twilio/2010-04-01/Accounts/${sid}.json`, undefined, { authorization })).body.status;
  await change('twilio', sid, false);
  expect(await twilio()).toBe('suspended');
  await change('twilio', sid, true);
  expect(await twilio()).toBe('active');

  const sigma = async () =>
    (await sim('GET', '/sigma/api/sendernames', undefined, { authorization: 'sigma-romashka-token' })).status;
  const [account] = await accountsAt('sigma');
  await change('sigma', account?.id ?? '', false);
  expect(await sigma()).toBe(400);
  await change('sigma', account?.id ?? '', true);
  expect(await sigma()).toBe(200);
});

test('a session that is ended stays so until its phone joins again', async () => {
  const opened = await sim('POST', '/greenapi/partner/createInstance/green-demo-partner-token', {});
  const { idInstance, apiTokenInstance } = opened.body;
  const qr = () => sim('GET', `/greenapi/waInstance${idInstance}/qr/${apiTokenInstance}`);
  await qr();
  await sim('POST', '/_sim/whatsapp/scan', { number: '79990000201' });
  await sim('POST', '/_sim/clock', { advanceMs: 1_000 });
  await sim('POST', '/_sim/settle', {});
  const alive = async () => (await accountsAt('whatsapp')).map(({ isAlive }) => isAlive);
  expect(await alive()).toEqual([true]);
  await change('whatsapp', '79990000201', false);
  await change('whatsapp', '79990000201', true);
  expect(await alive()).toEqual([false]);
});

test('an unknown service or account is not found', async () => {
  expect((await change('fax', '1', false)).status).toBe(404);
  expect((await change('twilio', '1', false)).status).toBe(404);
});
