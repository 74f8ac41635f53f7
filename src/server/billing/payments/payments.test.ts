import { expect, test } from 'vitest';
import { createPayment, getPayment, getSubscription, listPayments } from '#contract/billing/calls.ts';
import { type CartLine, totalOf } from '#contract/billing/cart.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { listDiscrepancies } from '#server/billing/discrepancy-reads.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { acquirerIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({ env: acquirerIn(world) });
const { call } = server;
await world.control('POST', '/yookassa/switches', {
  notificationUrl: `${server.origin}/payment-notifications/yookassa`,
});

const BASE: CartLine = { kind: 'tariff', tariffId: 0, units: 1, months: 1 };
const MESSAGES: CartLine = { kind: 'top_up', balance: 'messages', amount: 500 };

/** A cabinet whose trial has ended. */
async function ended(): Promise<SignedUp> {
  const owner = await server.signUp();
  const end = server.clock.now().subtract({ hours: 1 }).toString();
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [owner.tenantId, end]);
  return owner;
}
const open = ({ token }: SignedUp, lines: readonly CartLine[], totalMinor = totalOf(lines, 'RUB'), headers = {}) =>
  call(createPayment, { token, body: { lines: [...lines], totalMinor }, headers });
const subscription = async ({ token }: SignedUp) => (await call(getSubscription, { token })).body;
type BankPayment = { id: string; status: string; metadata: { paymentId: string }; amount: { value: string } };
const bankPayments = async () => (await world.control<{ payments: BankPayment[] }>('GET', '/yookassa')).payments;
async function bankOf(paymentId: string): Promise<BankPayment> {
  const found = (await bankPayments()).find(({ metadata }) => metadata.paymentId === paymentId);
  if (!found) throw new Error('the bank has no such payment');
  return found;
}
/** Decides on the bank's page, as a person does. */
const press = (payUrl: string | null, decision: string) =>
  fetch(payUrl ?? '', { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
async function settle(): Promise<void> {
  await world.control('POST', '/settle', {});
  await server.runJobs();
}
const status = async ({ tenantId }: SignedUp, id: string) => {
  const { rows } = await server.owner.query<{ status: string; reason: string | null }>(
    'select status, reason from payments where tenant_id = $1 and id = $2',
    [tenantId, id],
  );
  return rows[0];
};
/** Makes the checks of pending payments due, and runs them. */
async function check(): Promise<void> {
  await server.owner.query("update payments set next_check_at = now() - interval '1 second' where status = 'pending'");
  await server.runRepeated('billing.follow-payments');
}
const fault = (body: Record<string, unknown>) => world.control('POST', '/fault', { channel: 'yookassa', ...body });

test('a paid cart gives its tariff and its messages once, and the payer returns to the cabinet', async () => {
  const owner = await ended();
  const { body: payment, status: code } = await open(owner, [BASE, MESSAGES]);
  expect([code, payment.status, payment.amountMinor]).toEqual([200, 'pending', 120_000 + 50_000]);
  expect((await bankOf(payment.id)).amount.value).toBe('1700.00');
  expect(await (await fetch(payment.payUrl ?? '')).text()).toContain('1700,00 ₽');
  expect(await subscription(owner)).toMatchObject({ state: 'expired', messagesLeft: 500 });

  const back = await press(payment.payUrl, 'pay');
  expect(back.headers.get('location')).toContain(`/payments?payment=${payment.id}`);
  await settle();
  expect(await subscription(owner)).toMatchObject({
    state: 'active',
    abilities: ['notifications'],
    messagesLeft: 1000,
    tariffs: [{ tariffId: 0, units: 1, isActive: true }],
  });
  const { body: page } = await call(listPayments, { token: owner.token });
  expect(page.items).toMatchObject([{ id: payment.id, status: 'succeeded', payUrl: null, reason: null }]);
});

test('a payment is given once, whatever the bank says twice and the payer asks meanwhile', async () => {
  const owner = await ended();
  await world.control('POST', '/yookassa/switches', { notifications: 'twice' });
  const { body: payment } = await open(owner, [MESSAGES, { kind: 'top_up', balance: 'ai', amount: 20 }]);
  const before = (await subscription(owner)).aiBalanceMicroUsd;
  await press(payment.payUrl, 'pay');
  const read = () => call(getPayment, { token: owner.token, params: { paymentId: payment.id } });
  await Promise.all([read(), read(), read(), settle(), check()]);
  await world.control('POST', `/yookassa/payments/${(await bankOf(payment.id)).id}/notify`, {});
  await settle();
  await world.control('POST', '/yookassa/switches', { notifications: 'on' });
  expect((await read()).body.status).toBe('succeeded');
  const after = await subscription(owner);
  expect([after.messagesLeft, after.aiBalanceMicroUsd - before]).toEqual([1000, 20_000_000]);
  const differing = await withSystem(server.ctx, listDiscrepancies);
  expect(differing.filter(({ tenantId }) => tenantId === owner.tenantId)).toEqual([]);
});

test('a refused card gives nothing, and its reason is kept', async () => {
  const owner = await ended();
  const { body: payment } = await open(owner, [BASE]);
  await press(payment.payUrl, 'insufficient_funds');
  await settle();
  expect(await status(owner, payment.id)).toEqual({ status: 'canceled', reason: 'insufficient_funds' });
  expect((await subscription(owner)).state).toBe('expired');
});

test('a lost notification is made up by asking the bank', async () => {
  const owner = await ended();
  await world.control('POST', '/yookassa/switches', { notifications: 'lost' });
  const { body: payment } = await open(owner, [BASE]);
  await press(payment.payUrl, 'pay');
  await settle();
  await world.control('POST', '/yookassa/switches', { notifications: 'on' });
  expect(await status(owner, payment.id)).toMatchObject({ status: 'pending' });
  await check();
  expect(await status(owner, payment.id)).toMatchObject({ status: 'succeeded' });
});

test('a payer who returns before the notification sees the payment paid', async () => {
  const owner = await ended();
  await world.control('POST', '/yookassa/switches', { notifications: 'lost' });
  const { body: payment } = await open(owner, [BASE]);
  await press(payment.payUrl, 'pay');
  await world.control('POST', '/yookassa/switches', { notifications: 'on' });
  const { body } = await call(getPayment, { token: owner.token, params: { paymentId: payment.id } });
  expect(body.status).toBe('succeeded');
});

test('when the answer of the bank is lost, the payment is found again under its key, and there is one', async () => {
  const owner = await ended();
  const before = (await bankPayments()).length;
  await fault({ match: 'POST', action: 'reset', effect: 'done', times: 1 });
  const refused = await open(owner, [BASE]);
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'payment.bank_away' }]);
  await check();
  const { body: page } = await call(listPayments, { token: owner.token });
  expect(page.items).toMatchObject([{ status: 'pending', payUrl: expect.stringContaining('/yookassa/checkout/') }]);
  expect((await bankPayments()).length - before).toBe(1);
  await press(page.items[0]?.payUrl ?? null, 'pay');
  await settle();
  expect((await subscription(owner)).state).toBe('active');
});

test('a payment that the bank refuses to open is not left waiting', async () => {
  const owner = await ended();
  await fault({ match: 'POST', action: 'http', status: 403, effect: 'none', times: 1 });
  const { status: code, body } = await open(owner, [BASE]);
  expect([code, body]).toMatchObject([502, { code: 'payment.refused' }]);
  const { body: page } = await call(listPayments, { token: owner.token });
  expect(page.items).toMatchObject([{ status: 'canceled', reason: 'refused' }]);
});

test('a payment that nobody pays within the hour is canceled', async () => {
  const owner = await ended();
  const { body: payment } = await open(owner, [BASE]);
  await world.passTime(3_700_000);
  await server.runJobs();
  expect(await status(owner, payment.id)).toEqual({ status: 'canceled', reason: 'expired_on_confirmation' });
});

test('a payment of another sum than the cart gives nothing', async () => {
  const owner = await ended();
  const { body: payment } = await open(owner, [BASE]);
  await world.control('PATCH', `/yookassa/payments/${(await bankOf(payment.id)).id}`, { value: '1.00' });
  await press(payment.payUrl, 'pay');
  await settle();
  expect(await status(owner, payment.id)).toEqual({ status: 'canceled', reason: 'mismatch' });
  expect((await subscription(owner)).state).toBe('expired');
});

test('a notification that somebody invented changes nothing', async () => {
  const owner = await ended();
  const { body: payment } = await open(owner, [BASE]);
  const metadata = { tenantId: owner.tenantId, paymentId: payment.id };
  for (const object of [{ id: 'another', metadata }, { id: '../shop', metadata }, { id: 'x' }, null]) {
    const answer = await fetch(`${server.origin}/payment-notifications/yookassa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'notification', event: 'payment.succeeded', object }),
    });
    expect(answer.status).toBe(200);
  }
  await server.runJobs();
  expect(await status(owner, payment.id)).toMatchObject({ status: 'pending' });
});

test('the same key opens one payment, however often the button is pressed', async () => {
  const owner = await ended();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [first, second] = await Promise.all([
    open(owner, [BASE], 120_000, headers),
    open(owner, [BASE], 120_000, headers),
  ]);
  const ids = [first, second].flatMap(({ status: code, body }) => (code === 200 ? [body.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect((await call(listPayments, { token: owner.token })).body.items).toHaveLength(1);
});

test.each<[CartLine, number, Record<string, unknown>]>([
  [{ kind: 'top_up', balance: 'messages', amount: 499 }, 400, { code: 'message_top_up.too_small' }],
  [{ kind: 'top_up', balance: 'ratings', amount: 99 }, 400, { code: 'rating_top_up.too_small' }],
  [{ kind: 'top_up', balance: 'ai', amount: 19 }, 400, { code: 'ai_top_up.too_small' }],
  [{ kind: 'top_up', balance: 'messages', amount: 100_001 }, 400, { code: 'top_up.too_large' }],
  [{ kind: 'tariff', tariffId: 25, units: 1, months: 1 }, 400, { code: 'tariff.not_sold' }],
  [{ kind: 'tariff', tariffId: 2, units: 1, months: 1 }, 400, { code: 'tariff.not_sold' }],
  [{ kind: 'tariff', tariffId: 0, units: 2, months: 1 }, 400, { code: 'tariff.not_sold' }],
  [{ kind: 'tariff', tariffId: 0, units: 1, months: 5 }, 400, { code: 'tariff.not_sold' }],
  [{ kind: 'tariff', tariffId: 15, units: 50, months: 12 }, 400, { code: 'payment.too_large' }],
])('a cart with %j is refused', async (line, code, problem) => {
  const { status: answered, body } = await open(await ended(), [line]);
  expect([answered, body]).toMatchObject([code, problem]);
});

test('a sum that is not the one the payer saw is refused with the present one', async () => {
  const { status: code, body } = await open(await ended(), [BASE], 1);
  expect([code, body]).toEqual([409, { code: 'payment.total_changed', details: { totalMinor: 120_000 } }]);
});

test('a payment of another cabinet is not found', async () => {
  const { body: payment } = await open(await ended(), [BASE]);
  const { token } = await ended();
  const { status: code } = await call(getPayment, { token, params: { paymentId: payment.id } });
  expect(code).toBe(404);
});
