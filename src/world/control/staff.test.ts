import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { startProduct, type Product } from '../testing/product.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let product: Product;
beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ productUrl: product.url, now: '2026-11-21T09:00:00Z' });
});
afterAll(async () => {
  await world.close();
  await product.close();
});

const call = (...order: Parameters<ReturnType<typeof createCaller>>) => createCaller(world.url)(...order);
beforeEach(() => call('POST', '/_sim/seed', {}));

/** A payment that waits for the bank. */
async function openPayment(description: string): Promise<string> {
  const shop = Buffer.from('frontdesk-demo-shop:yookassa-demo-secret').toString('base64');
  const { body } = await call(
    'POST',
    '/yookassa/v3/payments',
    {
      amount: { value: '990.00', currency: 'RUB' },
      capture: true,
      confirmation: { type: 'redirect', return_url: 'https://frontdesk.test/back' },
      description,
    },
    { authorization: `Basic ${shop}`, 'idempotence-key': description },
  );
  return body.id;
}

const payments = async (limit = 50) => {
  const { tables } = (await call('GET', `/_sim/staff?limit=${limit}`)).body;
  return tables.find(({ id }: { id: string }) => id === 'yookassa-payments');
};

test('the staff see the newest rows of a table first, and how many there are', async () => {
  await openPayment('First');
  const second = await openPayment('Second');
  expect(await payments(1)).toMatchObject({
    service: 'yookassa',
    title: { en: 'YooKassa: payments', ru: 'ЮKassa: платежи' },
    rows: [{ id: second, cells: ['2026-11-21 09:00', 'Second', '990.00 RUB', 'pending'] }],
    total: 2,
    actions: [
      { id: 'pay', isNew: false },
      { id: 'refuse', isNew: false },
    ],
  });
});

test('an action asks for its fields, and does what the staff of the vendor would', async () => {
  const id = await openPayment('Tariff');
  const path = '/_sim/staff/yookassa-payments/refuse';
  expect((await call('GET', `${path}?row=${id}`)).body.fields).toMatchObject([
    { name: 'reason', kind: 'choice', value: 'insufficient_funds' },
  ]);
  expect((await call('POST', path, { row: id, values: { reason: 'card_expired' } })).status).toBe(200);
  expect((await payments()).rows[0].cells[3]).toBe('canceled: card_expired');
});

test('what the vendor would refuse, and an order that makes no sense, are refused in words', async () => {
  const id = await openPayment('Tariff');
  const run = (action: string, order: unknown) => call('POST', `/_sim/staff/yookassa-payments/${action}`, order);
  expect(await run('refuse', { row: id, values: { reason: 'mood' } })).toMatchObject({ status: 400 });
  expect(await run('refuse', { row: id, values: { colour: 'red' } })).toMatchObject({ status: 400 });
  expect(await run('refuse', { row: 'another' })).toMatchObject({ status: 404 });
  expect(await run('dance', { row: id })).toMatchObject({ status: 404 });
  await run('pay', { row: id });
  expect(await run('pay', { row: id })).toMatchObject({
    status: 400,
    body: { error: 'the payment is succeeded already' },
  });
});
