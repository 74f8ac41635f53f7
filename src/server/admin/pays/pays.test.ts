import { expect, test } from 'vitest';
import { listAdminUsers } from '#contract/admin/calls.ts';
import * as contract from '#contract/admin/pays.ts';
import { createManager, createPayDestination } from '#contract/admin/people.ts';
import { login } from '#contract/auth/calls.ts';
import { createPayment, getSubscription, listPayments } from '#contract/billing/calls.ts';
import { getPublicPayment, openPublicPayment, sharePayment } from '#contract/billing/pay-links.ts';
import { listDiscrepancies } from '#server/billing/discrepancy-reads.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { acquirerIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({ env: acquirerIn(world) });
const { call } = server;
const switches = (body: Record<string, unknown>) => world.control('POST', '/yookassa/switches', body);
await switches({ notificationUrl: `${server.origin}/payment-notifications/yookassa` });
const { token } = await anOperator();

const DAY = 86_400;
const now = () => Math.floor(server.clock.now().epochMilliseconds / 1000);
const month = () => ({ dateBeginUnixTime: now() - DAY, dateEndUnixTime: now() + 29 * DAY });

async function anOperator() {
  const { email, password, tenantId } = await server.signUp();
  await server.owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}
/** A cabinet whose trial has ended. */
async function ended() {
  const owner = await server.signUp();
  const end = server.clock.now().subtract({ hours: 1 }).toString();
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [owner.tenantId, end]);
  const { body } = await call(listAdminUsers, { token, query: { search: owner.email } });
  const userId = body.items[0]?.id ?? expect.fail('no user');
  return { owner, userId };
}
const write = (userId: contract.Pay['userId'], body: Record<string, unknown> = {}) =>
  call(contract.createPay, { token, params: { userId: userId ?? expect.fail() }, body: { ...month(), ...body } });
type Named = { userId: NonNullable<contract.Pay['userId']>; payId: contract.Pay['id'] };
const change = (params: Named, body: Record<string, unknown>) => call(contract.changePay, { token, params, body });
const read = async (params: Named) => (await call(contract.getPay, { token, params })).body;
const subscription = async (owner: SignedUp) => (await call(getSubscription, { token: owner.token })).body;
const press = (payUrl: string, decision: string) =>
  fetch(payUrl, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
async function settle(): Promise<void> {
  await world.control('POST', '/settle', {});
  await server.runJobs();
}
async function booked(owner: SignedUp): Promise<void> {
  const differing = await withSystem(server.ctx, listDiscrepancies);
  expect(differing.filter(({ tenantId }) => tenantId === owner.tenantId)).toEqual([]);
}
async function emitted(owner: SignedUp, kind: string): Promise<unknown[]> {
  const { rows } = await server.owner.query<{ facts: unknown }>(
    'select facts from events where tenant_id = $1 and kind = $2 order by recorded_at',
    [owner.tenantId, kind],
  );
  return rows.map(({ facts }) => facts);
}
const linkOf = async (params: Named) => {
  const { body } = await call(contract.linkToPay, { token, params });
  return new URL(body.url).searchParams.get('payment') ?? expect.fail('no token');
};
const seen = async (payment: string) => (await call(getPublicPayment, { query: { payment } })).body;
const openLink = (payment: string) => call(openPublicPayment, { body: { payment } });

test('a successful payment gives the period of its tariff once, with its messages', async () => {
  const { owner, userId } = await ended();
  const { body: pay, status } = await write(userId, {
    success: true,
    reason: 'By invoice 17',
    paymentDayUnixTime: now(),
  });
  expect([status, pay]).toMatchObject([
    200,
    { success: true, amount: 2500, currency: 'RUB', tariff: 1, reason: 'By invoice 17', isWritten: true, userId },
  ]);
  const params = { userId, payId: pay.id };
  await change(params, { success: true, comment: 'twice' });
  expect(await subscription(owner)).toMatchObject({
    state: 'active',
    messagesLeft: 1000,
    tariffs: [{ tariffId: 1, units: 1, isActive: true }],
  });
  expect(await emitted(owner, 'billing.payment_succeeded')).toEqual([
    { paymentId: pay.id, amountMinor: 250_000, currency: 'RUB', tariffIds: [1] },
  ]);
  expect((await read(params)).comment).toBe('twice');
  await booked(owner);
});

test('changed dates change the period, and the correction is kept', async () => {
  const { owner, userId } = await ended();
  const { body: pay } = await write(userId, { success: true });
  const params = { userId, payId: pay.id };
  const dateEndUnixTime = now() + 59 * DAY;
  expect((await change(params, { dateEndUnixTime })).body).toMatchObject({ dateEndUnixTime });
  const { tariffs } = await subscription(owner);
  expect(Temporal.Instant.from(tariffs[0]?.until ?? '').epochMilliseconds).toBe(dateEndUnixTime * 1000);
  expect((await read(params)).corrections).toMatchObject([{ kind: 'dates', periods: [{ tariffId: 1 }] }]);
});

test('a payment that is not paid after all loses its period and what is left; paid again it has both, once', async () => {
  const { owner, userId } = await ended();
  const { body: pay } = await write(userId, { success: true });
  const params = { userId, payId: pay.id };
  await change(params, { success: false });
  expect(await subscription(owner)).toMatchObject({ state: 'expired', messagesLeft: 500 });
  expect(await emitted(owner, 'billing.payment_refunded')).toMatchObject([{ paymentId: pay.id, isFull: true }]);
  await change(params, { success: true });
  expect(await subscription(owner)).toMatchObject({ state: 'active', messagesLeft: 1000 });
  const { corrections } = await read(params);
  expect(corrections.map(({ kind, balances }) => [kind, balances.messages])).toEqual([
    ['unpaid', { given: 500, taken: 500 }],
    ['restored', { given: 500, taken: 0 }],
  ]);
  await booked(owner);
});

test('the tariff and the sum of a successful payment do not change', async () => {
  const { userId } = await ended();
  const { body: pay } = await write(userId, { success: true });
  for (const body of [{ tariff: 0 }, { amount: 1 }, { isFree: true }])
    expect(await change({ userId, payId: pay.id }, body)).toMatchObject({ status: 409, body: { code: 'pay.settled' } });
});

test('a free payment has no sum and no event of a payment', async () => {
  const { owner, userId } = await ended();
  const { body: pay } = await write(userId, { success: true, isFree: true });
  expect(pay).toMatchObject({ amount: 0, isFree: true });
  expect((await subscription(owner)).state).toBe('active');
  expect(await emitted(owner, 'billing.payment_succeeded')).toEqual([]);
});

test('only accounts marked [FM] and known managers are accepted', async () => {
  const { userId } = await ended();
  const { body: marked } = await call(createPayDestination, { token, body: { name: 'Main [FM]' } });
  const { body: other } = await call(createPayDestination, { token, body: { name: 'Old' } });
  const { body: manager } = await call(createManager, { token, body: { name: 'Anna' } });
  const right = { managerId: manager.id, payDestinationId: marked.id };
  expect((await write(userId, right)).body).toMatchObject(right);
  const { body } = await write(userId, { payDestinationId: other.id });
  expect(body).toMatchObject({ details: { fields: { payDestinationId: ['not_offered'] } } });
});

test.each<[string, Record<string, unknown>, string]>([
  ['dateEndUnixTime', { dateBeginUnixTime: 1_800_000_000, dateEndUnixTime: 1_799_000_000 }, 'range'],
  ['tariff', { tariff: 26 }, 'unknown'],
  ['amount', { amount: -1 }, 'range'],
  ['amount', { amount: 10.001 }, 'format'],
  ['currency', { currency: 'EUR' }, 'unknown'],
  ['managerId', { managerId: crypto.randomUUID() }, 'unknown'],
  ['payDestinationId', { payDestinationId: crypto.randomUUID() }, 'unknown'],
  ['instanceIds', { instanceIds: ['none'] }, 'unknown'],
  ['isAutoPay', { isAutoPay: true }, 'not_kept'],
])('a wrong %s is named: %j', async (field, body, reason) => {
  const { userId } = await ended();
  expect(await write(userId, body)).toMatchObject({
    status: 400,
    body: { details: { fields: { [field]: [reason] } } },
  });
});

test('payments are paged and filtered by success; those of the cart are among them', async () => {
  const { owner, userId } = await ended();
  await call(createPayment, {
    token: owner.token,
    body: { lines: [{ kind: 'top_up', balance: 'messages', amount: 500 }], totalMinor: 50_000 },
  });
  for (let count = 0; count < 20; count += 1) await write(userId, { success: count === 0 });
  const page = async (query: { page?: number; success?: 'true' | 'false' }) =>
    (await call(contract.listPays, { token, params: { userId }, query })).body;
  const [first, second] = [await page({}), await page({ page: 2 })];
  expect([first.pays.length, first.pages, second.pays]).toMatchObject([20, 2, [{ isWritten: false, amount: 500 }]]);
  expect((await page({ success: 'true' })).pays).toMatchObject([{ success: true }]);
  expect((await page({ success: 'false' })).pages).toBe(1);
});

test('the list of all cabinets is filtered by manager, tariff, person and e-mail', async () => {
  const { owner, userId } = await ended();
  const { body: manager } = await call(createManager, { token, body: { name: 'Boris' } });
  const { body: pay } = await write(userId, { managerId: manager.id, tariff: 20 });
  const ids = async (query: Record<string, string | number>) =>
    (await call(contract.listAllPays, { token, query })).body.items.map(({ id }) => id);
  const wanted: Record<string, string | number>[] = [
    { managerId: manager.id },
    { search: owner.email.slice(0, -3) },
    { userId },
    { tariff: 20, userId },
  ];
  for (const query of wanted) expect(await ids(query)).toEqual([pay.id]);
  expect(await ids({ userId, tariff: 1 })).toEqual([]);
  expect(await ids({ userId, success: 'true' })).toEqual([]);
  const first = await call(contract.listAllPays, { token, query: { limit: 1 } });
  const next = await ids({ limit: 1, cursor: first.body.nextCursor ?? '' });
  expect(next).not.toEqual(first.body.items.map(({ id }) => id));
  expect((await call(contract.listAllPays, { token: owner.token })).status).toBe(403);
});

test('a pay link is paid without signing in; a refused card may be followed by another one', async () => {
  const { owner, userId } = await ended();
  const { body: pay } = await write(userId, { tariff: 0, amount: 1199.5 });
  const params = { userId, payId: pay.id };
  const link = await linkOf(params);
  expect(await seen(link)).toMatchObject({ state: 'open', amountMinor: 119_950, lines: [{ line: { tariffId: 0 } }] });
  const { body: first } = await openLink(link);
  expect((await openLink(link)).body).toEqual(first);
  expect(await change(params, { amount: 1 })).toMatchObject({ status: 409, body: { code: 'pay.being_paid' } });
  await press(first.payUrl, 'insufficient_funds');
  await settle();
  expect(await seen(link)).toMatchObject({ state: 'open', reason: 'insufficient_funds' });
  const { body: second } = await openLink(link);
  expect(second.payUrl).not.toBe(first.payUrl);
  const back = await press(second.payUrl, 'pay');
  expect(back.headers.get('location')).toContain(`/publicPayments?payment=${link}`);
  expect(await seen(link)).toMatchObject({ state: 'paid' });
  expect((await openLink(link)).body).toMatchObject({ code: 'pay.not_payable' });
  expect((await call(contract.linkToPay, { token, params })).body).toMatchObject({ code: 'pay.not_payable' });
  expect(await subscription(owner)).toMatchObject({ state: 'active', tariffs: [{ tariffId: 0 }] });
  expect(await change(params, { success: false })).toMatchObject({ status: 409, body: { code: 'pay.of_bank' } });
});

test('a link says when it was withdrawn or is over, and an invented one is not found', async () => {
  const { userId } = await ended();
  const { body: pay } = await write(userId);
  const params = { userId, payId: pay.id };
  const link = await linkOf(params);
  await server.owner.query(`update payment_records set link_until = '2020-01-01' where payment_id = $1`, [pay.id]);
  expect(await seen(link)).toMatchObject({ state: 'over' });
  expect(await openLink(link)).toMatchObject({ status: 409, body: { code: 'pay.not_payable' } });
  await linkOf(params);
  expect(await seen(link)).toMatchObject({ state: 'open' });
  await call(contract.cancelPay, { token, params });
  expect(await seen(link)).toMatchObject({ state: 'canceled' });
  expect((await call(getPublicPayment, { query: { payment: `${link.slice(0, -2)}AA` } })).status).toBe(404);
});

test('an owner shares her open payment with whoever pays', async () => {
  const { owner } = await ended();
  const { body: payment } = await call(createPayment, {
    token: owner.token,
    body: { lines: [{ kind: 'tariff', tariffId: 0, units: 1, months: 1 }], totalMinor: 120_000 },
  });
  const { body } = await call(sharePayment, { token: owner.token, params: { paymentId: payment.id } });
  const link = new URL(body.url).searchParams.get('payment') ?? '';
  expect((await openLink(link)).body).toEqual({ payUrl: payment.payUrl });
  await press(payment.payUrl ?? '', 'pay');
  expect(await seen(link)).toMatchObject({ state: 'paid' });
  expect((await subscription(owner)).state).toBe('active');
});

/** A cabinet that has paid for a month of the extended tariff at the bank. */
async function paid() {
  const { owner, userId } = await ended();
  const { body: payment } = await call(createPayment, {
    token: owner.token,
    body: { lines: [{ kind: 'tariff', tariffId: 1, units: 1, months: 1 }], totalMinor: 250_000 },
  });
  await press(payment.payUrl ?? '', 'pay');
  await settle();
  return { owner, userId, params: { userId, payId: payment.id } };
}
const refund = (params: Named, amount: number) =>
  call(contract.refundPay, { token, params, body: { amount, reason: 'Does not need it' } });

test('a part of a payment is returned and nothing is taken; the rest takes back what it gave', async () => {
  const { owner, params } = await paid();
  expect((await refund(params, 1000)).body).toMatchObject({ status: 'succeeded', amount: 1000 });
  expect(await subscription(owner)).toMatchObject({ state: 'active', messagesLeft: 1000 });
  expect(await refund(params, 1500.01)).toMatchObject({
    status: 400,
    body: { code: 'refund.too_large', details: { leftMinor: 150_000 } },
  });
  await server.owner.query('update message_balances set available = 300 where tenant_id = $1', [owner.tenantId]);
  await refund(params, 1500);
  expect(await subscription(owner)).toMatchObject({ state: 'expired', messagesLeft: 0 });
  const { corrections, refunded } = await read(params);
  expect([refunded, corrections]).toMatchObject([
    2500,
    [{ kind: 'refunded', balances: { messages: { given: 500, taken: 300 } } }],
  ]);
  expect(await emitted(owner, 'billing.payment_refunded')).toMatchObject([
    { amountMinor: 100_000, isFull: false },
    { amountMinor: 150_000, isFull: true },
  ]);
  expect((await refund(params, 1)).body).toMatchObject({ code: 'refund.too_large' });
  const { body: list } = await call(listPayments, { token: owner.token });
  expect(list.items).toMatchObject([{ refundedMinor: 250_000 }]);
});

test('a refund that the bank makes later is followed until it is decided, once', async () => {
  const { owner, params } = await paid();
  await switches({ refunds: 'wait', notifications: 'twice' });
  const { body } = await refund(params, 2500);
  expect(body.status).toBe('pending');
  expect((await refund(params, 1)).body).toMatchObject({ code: 'refund.too_large' });
  type AtBank = { refunds: { id: string; status: string }[] };
  const { refunds } = await world.control<AtBank>('GET', '/yookassa');
  await world.control('POST', `/yookassa/refunds/${refunds.at(-1)?.id}/decision`, { status: 'succeeded' });
  await settle();
  await server.owner.query("update refunds set next_check_at = now() - interval '1 s' where status = 'pending'");
  await server.runRepeated('billing.follow-refunds');
  await switches({ refunds: 'at_once', notifications: 'on' });
  expect(await read(params)).toMatchObject({ refunded: 2500, refunds: [{ status: 'succeeded' }] });
  expect(await emitted(owner, 'billing.payment_refunded')).toHaveLength(1);
  await booked(owner);
});

test('a refused refund takes nothing, and may be tried again', async () => {
  const { owner, params } = await paid();
  await switches({ refunds: 'refuse' });
  expect((await refund(params, 2500)).body).toMatchObject({ status: 'canceled', failure: 'rejected_by_payee' });
  await switches({ refunds: 'at_once' });
  expect((await subscription(owner)).state).toBe('active');
  expect((await refund(params, 2500)).body).toMatchObject({ status: 'succeeded' });
});

test('a refund whose answer is lost is made once', async () => {
  const { params } = await paid();
  await world.control('POST', '/fault', {
    channel: 'yookassa',
    match: 'refunds',
    action: 'reset',
    effect: 'done',
    times: 1,
  });
  expect((await refund(params, 2500)).body.status).toBe('pending');
  await server.owner.query("update refunds set next_check_at = now() - interval '1 s' where status = 'pending'");
  await server.runRepeated('billing.follow-refunds');
  expect(await read(params)).toMatchObject({ refunded: 2500, refunds: [{ status: 'succeeded' }] });
});

test('what the operator wrote is not returned at the bank', async () => {
  const { userId } = await ended();
  const { body: pay } = await write(userId, { success: true });
  expect((await refund({ userId, payId: pay.id }, 1)).body).toMatchObject({ code: 'refund.not_paid' });
});

test('support sees what a person has and has paid, and so does the person alone', async () => {
  const { owner, userId } = await paid();
  const infos = (caller: string) => call(contract.getPayInfos, { token: caller, params: { userId } });
  const { body } = await infos(token);
  expect(body).toMatchObject({
    status: 'active',
    availableMessagesCount: 1000,
    tariffs: [{ tariff: 1, isActive: true }],
    pays: [{ amount: 2500, success: true, tariff: 1 }],
  });
  expect((await infos(owner.token)).body).toEqual(body);
  expect((await infos((await server.signUp()).token)).status).toBe(404);
});
