import { expect, test } from 'vitest';
import { login } from '#contract/auth/calls.ts';
import { createPayment, getPayment, getSubscription } from '#contract/billing/calls.ts';
import type { CartLine } from '#contract/billing/cart.ts';
import * as contract from '#contract/billing/promo-codes.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { acquirerIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({ env: acquirerIn(world) });
const { call, owner } = server;
const build = builders(owner, server.ctx.vault);
await world.control('POST', '/yookassa/switches', {
  notificationUrl: `${server.origin}/payment-notifications/yookassa`,
});

const BASE: CartLine = { kind: 'tariff', tariffId: 0, units: 1, months: 1 };
const MESSAGES: CartLine = { kind: 'top_up', balance: 'messages', amount: 500 };
const superAdmin = await anOperator('super_admin');
const admin = await anOperator('admin');

async function anOperator(role: 'admin' | 'super_admin'): Promise<string> {
  const { email, password, tenantId } = await server.signUp();
  await owner.query('update members set operator_role = $2 where tenant_id = $1', [tenantId, role]);
  return (await call(login, { body: { email, password } })).body.token;
}
async function aCode(terms: Partial<contract.PromoCodeTerms> = {}) {
  const body = { discountPercent: 20, ...terms };
  return (await call(contract.createPromoCode, { token: superAdmin, body })).body;
}
const read = async ({ id }: Pick<contract.PromoCode, 'id'>) =>
  (await call(contract.getPromoCode, { token: admin, params: { promoCodeId: id } })).body;
const counts = async (code: Pick<contract.PromoCode, 'id'>) => {
  const { reservedCount, usedCount, state } = await read(code);
  return { reservedCount, usedCount, state };
};
const check = ({ token }: SignedUp, promocode: string, lines: CartLine[] = [BASE], isAutoPay = false) =>
  call(contract.checkPromoCode, { token, body: { promocode, lines, isAutoPay } });
const open = ({ token }: SignedUp, promocode: string, totalMinor = 96_000, lines: CartLine[] = [BASE]) =>
  call(createPayment, { token, body: { lines, totalMinor, promocode } });
/** Decides on the bank's page, as a person does. */
async function press(payUrl: string | null, decision: string): Promise<void> {
  await fetch(payUrl ?? '', { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
  await world.control('POST', '/settle', {});
  await server.runJobs();
}

test('a cart is priced under a code, whatever its case, and nothing is reserved', async () => {
  const code = await aCode();
  const salon = await server.signUp();
  const { status, body } = await check(salon, ` ${code.promocode.toLowerCase()} `, [BASE, MESSAGES]);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    promocode: code.promocode,
    discountPercent: 20,
    totalMinor: 96_000 + 50_000,
    lines: [
      { fullMinor: 120_000, promoDiscountMinor: 24_000, amountMinor: 96_000 },
      { promoDiscountMinor: 0, amountMinor: 50_000 },
    ],
  });
  expect(await counts(code)).toEqual({ reservedCount: 0, usedCount: 0, state: 'active' });
});

test('a paid code is used once, however often the bank says so', async () => {
  const code = await aCode({ paymentCount: 1 });
  const salon = await server.signUp();
  const { body: payment } = await open(salon, code.promocode);
  expect(payment).toMatchObject({
    status: 'pending',
    amountMinor: 96_000,
    promocode: code.promocode,
    lines: [{ amountMinor: 96_000, discountMinor: 0, promoDiscountMinor: 24_000 }],
  });
  expect(await counts(code)).toEqual({ reservedCount: 1, usedCount: 0, state: 'active' });
  await world.control('POST', '/yookassa/switches', { notifications: 'twice' });
  await press(payment.payUrl, 'pay');
  await world.control('POST', '/yookassa/switches', { notifications: 'on' });
  await call(getPayment, { token: salon.token, params: { paymentId: payment.id } });
  expect(await counts(code)).toEqual({ reservedCount: 0, usedCount: 1, state: 'exhausted' });
  const { body: uses } = await call(contract.listPromoCodeUses, { token: admin, params: { promoCodeId: code.id } });
  expect(uses.items).toMatchObject([{ paymentId: payment.id, state: 'used', email: salon.email, amountMinor: 96_000 }]);
  expect((await open(await server.signUp(), code.promocode)).body).toMatchObject({ code: 'promo_code.exhausted' });
});

test('of a hundred payments that start at once for the last use, one gets it', async () => {
  const code = await aCode({ paymentCount: 1 });
  const salons = await Promise.all(Array.from({ length: 5 }, () => server.signUp()));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_none, place) => open(salons[place % salons.length]!, code.promocode)),
  );
  const opened = answers.filter(({ status }) => status === 200);
  expect(opened).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { body } of refused) expect(body).toEqual({ code: 'promo_code.users_reached' });
  expect(await counts(code)).toMatchObject({ reservedCount: 1, usedCount: 0 });
}, 60_000);

test('a canceled payment frees its use, and the bank refusing to open one does too', async () => {
  const code = await aCode({ paymentCount: 1, paymentsCountByUser: 1 });
  const salon = await server.signUp();
  const { body: payment } = await open(salon, code.promocode);
  await press(payment.payUrl, 'insufficient_funds');
  expect(await counts(code)).toMatchObject({ reservedCount: 0, usedCount: 0 });
  await world.control('POST', '/fault', {
    channel: 'yookassa',
    match: 'POST',
    action: 'http',
    status: 403,
    effect: 'none',
    times: 1,
  });
  expect((await open(salon, code.promocode)).body).toMatchObject({ code: 'payment.refused' });
  expect(await counts(code)).toMatchObject({ reservedCount: 0, usedCount: 0 });
  expect((await open(salon, code.promocode)).status).toBe(200);
});

test('a use is free again after an hour, and a late success keeps its discount', async () => {
  const code = await aCode({ paymentCount: 1 });
  const [first, second] = [await server.signUp(), await server.signUp()];
  const { body: late } = await open(first, code.promocode);
  expect((await open(second, code.promocode)).body).toMatchObject({ code: 'promo_code.users_reached' });
  const past = server.clock.now().subtract({ seconds: 1 }).toString();
  await owner.query('update promo_code_uses set reserved_until = $2 where tenant_id = $1', [first.tenantId, past]);
  await server.runRepeated('billing.release-promo-codes');
  await server.runRepeated('billing.release-promo-codes');
  expect(await counts(code)).toMatchObject({ reservedCount: 0, usedCount: 0 });
  const { body: payment } = await open(second, code.promocode);
  await press(payment.payUrl, 'pay');
  await press(late.payUrl, 'pay');
  expect(await counts(code)).toEqual({ reservedCount: 0, usedCount: 2, state: 'exhausted' });
});

test('a code used up between the cart and the payment is refused, and no payment is left', async () => {
  const code = await aCode({ paymentCount: 1 });
  const [first, second] = [await server.signUp(), await server.signUp()];
  expect((await check(second, code.promocode)).status).toBe(200);
  const { body: payment } = await open(first, code.promocode);
  await press(payment.payUrl, 'pay');
  const refused = await open(second, code.promocode);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'promo_code.exhausted' }]);
  const { rows } = await owner.query('select 1 from payments where tenant_id = $1', [second.tenantId]);
  expect(rows).toEqual([]);
});

test('a sum that changed reserves nothing', async () => {
  const code = await aCode({ paymentCount: 1 });
  expect((await open(await server.signUp(), code.promocode, 120_000)).body).toEqual({
    code: 'payment.total_changed',
    details: { totalMinor: 96_000 },
  });
  expect(await counts(code)).toMatchObject({ reservedCount: 0 });
});

test('a code of 100 percent gives the tariff at once, without the bank', async () => {
  const code = await aCode({ discountPercent: 100, paymentsCountByUser: 1 });
  const salon = await server.signUp();
  const before = (await world.control<{ payments: unknown[] }>('GET', '/yookassa')).payments.length;
  const { status, body } = await open(salon, code.promocode, 0);
  expect([status, body]).toMatchObject([200, { status: 'succeeded', amountMinor: 0, payUrl: null }]);
  expect((await world.control<{ payments: unknown[] }>('GET', '/yookassa')).payments).toHaveLength(before);
  const { body: subscription } = await call(getSubscription, { token: salon.token });
  expect(subscription.tariffs).toMatchObject([{ tariffId: 0, isActive: true }]);
  expect(await counts(code)).toMatchObject({ reservedCount: 0, usedCount: 1 });
  expect((await open(salon, code.promocode, 0)).body).toMatchObject({ code: 'promo_code.user_limit_reached' });
});

test('terms about the cabinet are checked for the cart and again for the payment', async () => {
  const salon = await server.signUp();
  const refusal = async (terms: Partial<contract.PromoCodeTerms>, lines: CartLine[] = [BASE]) => {
    const { promocode } = await aCode(terms);
    const { body: checked } = await check(salon, promocode, lines);
    const { body: opened } = await open(salon, promocode, 96_000, lines);
    expect(opened).toEqual(checked);
    return checked;
  };
  expect(await refusal({ minimalUserPayments: 1 })).toEqual({
    code: 'promo_code.too_few_payments',
    details: { min: 1 },
  });
  expect(await refusal({ forNetworkCompanies: true })).toMatchObject({ code: 'promo_code.network_only' });
  expect(await refusal({ availableTariffTypes: [1] })).toMatchObject({ code: 'promo_code.tariff_not_included' });
  expect(await refusal({}, [{ ...BASE, months: 3 }])).toMatchObject({ code: 'promo_code.single_month' });
  const { promocode } = await aCode();
  expect((await check(salon, promocode, [BASE], true)).body).toMatchObject({ code: 'promo_code.with_auto_payment' });
  expect((await check(salon, 'NOSUCH')).body).toMatchObject({ code: 'promo_code.not_found' });
  const { payUrl } = (await open(salon, promocode)).body;
  await press(payUrl, 'pay');
  expect(await refusal({ maxUserPayments: 0 })).toEqual({ code: 'promo_code.too_much_paid', details: { max: 0 } });
});

test('a business with two branches may use a code for networks', async () => {
  const salon = await server.signUp();
  const { promocode } = await aCode({ forNetworkCompanies: true });
  const { id: connectionId } = await build.aConnection({ tenantId: salon.tenantId });
  await build.aBranch({ tenantId: salon.tenantId, connectionId });
  expect((await check(salon, promocode)).body).toMatchObject({ code: 'promo_code.network_only' });
  await build.aBranch({ tenantId: salon.tenantId, connectionId });
  expect((await check(salon, promocode)).status).toBe(200);
});

test('nobody uses their own code, nor in another cabinet in which they are', async () => {
  const [partner, friend, second] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const code = await aCode();
  await owner.query('update promo_codes set owner_tenant_id = $2 where id = $1', [code.id, partner.tenantId]);
  const phone = '+79035550199';
  await owner.query('update members set phone = $1 where tenant_id = any ($2)', [
    phone,
    [partner.tenantId, second.tenantId],
  ]);
  expect((await check(partner, code.promocode)).body).toMatchObject({ code: 'promo_code.own' });
  expect((await open(second, code.promocode)).body).toMatchObject({ code: 'promo_code.own' });
  expect((await check(friend, code.promocode)).status).toBe(200);
});

test('a super-admin makes codes; an admin lists them and switches them off', async () => {
  expect((await call(contract.createPromoCode, { token: admin, body: { discountPercent: 5 } })).status).toBe(403);
  expect((await call(contract.generatePromoCode, { token: admin })).status).toBe(403);
  const salon = await server.signUp();
  expect((await call(contract.listPromoCodes, { token: salon.token })).status).toBe(403);
  const { body: drawn } = await call(contract.generatePromoCode, { token: superAdmin });
  expect(drawn.promocode).toMatch(/^[A-Z2-9]{6}$/u);
  const code = await aCode({ promocode: drawn.promocode.toLowerCase() });
  expect(code.promocode).toBe(drawn.promocode);
  const taken = await call(contract.createPromoCode, {
    token: superAdmin,
    body: { discountPercent: 5, promocode: code.promocode },
  });
  expect([taken.status, taken.body]).toMatchObject([409, { code: 'promo_code.taken' }]);
  const list = async (query: Record<string, string>) =>
    (await call(contract.listPromoCodes, { token: admin, query })).body.items.map(({ promocode }) => promocode);
  const search = code.promocode.toLowerCase().slice(1, 5);
  expect(await list({ search, state: 'active' })).toEqual([code.promocode]);
  await call(contract.changePromoCode, { token: admin, params: { promoCodeId: code.id }, body: { isDisabled: true } });
  expect(await list({ search, state: 'active' })).toEqual([]);
  expect(await list({ search, state: 'disabled' })).toEqual([code.promocode]);
  expect((await check(salon, code.promocode)).body).toMatchObject({ code: 'promo_code.invalid' });
  await call(contract.changePromoCode, { token: admin, params: { promoCodeId: code.id }, body: { isDisabled: false } });
  expect((await check(salon, code.promocode)).status).toBe(200);
});

test('a code whose end has passed is not made; one that ends is expired from then on', async () => {
  const past = server.clock.now().subtract({ hours: 1 }).toString();
  const body = { discountPercent: 5, expireDate: past };
  expect((await call(contract.createPromoCode, { token: superAdmin, body })).body).toMatchObject({
    code: 'request.invalid',
    details: { fields: { expireDate: ['moment_past'] } },
  });
  const code = await aCode({ expireDate: server.clock.now().add({ hours: 1 }).toString() });
  await owner.query('update promo_codes set expire_date = $2 where id = $1', [code.id, past]);
  expect(await counts(code)).toMatchObject({ state: 'expired' });
  expect((await check(await server.signUp(), code.promocode)).body).toMatchObject({ code: 'promo_code.expired' });
});
