import { expect, test } from 'vitest';
import { login } from '#contract/auth/calls.ts';
import { createPayment, type PaymentId } from '#contract/billing/calls.ts';
import { type CartLine, totalOf } from '#contract/billing/cart.ts';
import { checkPromoCode } from '#contract/billing/promo-codes.ts';
import {
  requestPayout,
  createReferralCode,
  getPartner,
  getReferralGift,
  listPartnerPayouts,
  listPayouts,
  markPayoutPaid,
  noteVisit,
  refusePayout,
  withdrawPayout,
} from '#contract/partners/calls.ts';
import { paymentRefunded } from '#server/billing/jobs.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { acquirerIn, simulateWorld } from '#server/testing/world/simulated-world.ts';
import { listRewardDiscrepancies } from './discrepancy-reads.ts';
import { followPaidJob } from './jobs.ts';

const world = await simulateWorld();
const server = await testServer({ env: acquirerIn(world) });
const { call } = server;
await world.control('POST', '/yookassa/switches', {
  notificationUrl: `${server.origin}/payment-notifications/yookassa`,
});

const BASE = { kind: 'tariff', tariffId: 0, units: 1, months: 1 } satisfies CartLine;
const PRICE = totalOf([BASE], 'RUB');

let phones = 0;
/** Each cabinet is of another person: one with the same phone in both earns nothing. */
const aPhone = () => `+7916${String(1_000_000 + (phones += 1))}`;
async function signUp(headers: Record<string, string> = {}, change = {}): Promise<SignedUp> {
  const owner = await server.signUp({ phone: aPhone(), ...change }, headers);
  await server.runJobs();
  return owner;
}
const makeCode = async ({ token }: SignedUp) => (await call(createReferralCode, { token })).body;
const partnerOf = async ({ token }: SignedUp) => (await call(getPartner, { token })).body;
const statsOf = async (partner: SignedUp, id: string) =>
  (await partnerOf(partner)).codes.find((code) => code.id === id)!;
const giftOf = async ({ token }: SignedUp) => (await call(getReferralGift, { token })).body.gift;
const balanceOf = async (partner: SignedUp) => (await partnerOf(partner)).accounts[0]?.balanceMinor ?? 0;

/** Opens a page by a link. @returns the cookie of the device */
async function visit(body: { code?: string; utmTag?: string }, cookie?: string): Promise<string> {
  const answer = await call(noteVisit, { body, ...(cookie && { headers: { cookie } }) });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie ?? '';
}

/** Pays at the bank for a month of a tariff, or for what `lines` name. */
async function pay({ token }: SignedUp, promocode?: string, lines: readonly CartLine[] = [BASE]): Promise<PaymentId> {
  const cart = { lines: [...lines], ...(promocode && { promocode }) };
  const totalMinor = promocode
    ? (await call(checkPromoCode, { token, body: { promocode, lines: [...lines], isAutoPay: false } })).body.totalMinor
    : totalOf(lines, 'RUB');
  const { body: payment, status } = await call(createPayment, { token, body: { ...cart, totalMinor } });
  expect([status, payment.amountMinor]).toEqual([200, totalMinor]);
  await fetch(payment.payUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ decision: 'pay' }),
    redirect: 'manual',
  });
  await world.control('POST', '/settle', {});
  await server.runJobs();
  return payment.id;
}

/** The event that billing emits for a returned sum; emitted twice, as two notifications would. */
async function refund({ tenantId }: SignedUp, paymentId: PaymentId, amountMinor: number, isFull: boolean) {
  const refundId = crypto.randomUUID();
  for (const dedupeKey of [refundId, `${refundId}:again`]) {
    const facts = { paymentId, refundId, amountMinor, currency: 'RUB', isFull } as const;
    await withTenant(server.ctx, tenantId, (scope) =>
      emit(scope, paymentRefunded, { dedupeKey, facts, occurredAt: server.clock.now() }),
    );
  }
  await server.runJobs();
}

/** A partner who has earned 1,360 roubles of a friend's payment of 3,600. */
async function aPartner(): Promise<{ partner: SignedUp; friend: SignedUp; paymentId: PaymentId; codeId: string }> {
  const partner = await signUp();
  const { id: codeId, code } = await makeCode(partner);
  await server.owner.query('update promo_codes set reward_sum_owner = 100000 where id = $1', [codeId]);
  const friend = await signUp({ cookie: await visit({ code }) });
  const paymentId = await pay(friend, undefined, [{ ...BASE, months: 3 }]);
  return { partner, friend, paymentId, codeId };
}

async function anOperator(): Promise<string> {
  const { email, password, tenantId } = await signUp();
  await server.owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body.token;
}

const requested = ({ token }: SignedUp, amountMinor: number) =>
  call(requestPayout, { token, body: { amountMinor, currency: 'RUB', requisites: 'ИП Иванова, счёт 40802' } });

const differing = async ({ tenantId }: SignedUp) =>
  (await withSystem(server.ctx, listRewardDiscrepancies)).filter((one) => one.tenantId === tenantId);

test('a friend who came by a link pays less, and the partner is rewarded once, though the payment is notified twice', async () => {
  const partner = await signUp();
  const { id, code, link, discountPercent, rewardPercent } = await makeCode(partner);
  expect([link, discountPercent, rewardPercent]).toEqual([`http://app.localhost/?ref=${code}`, 20, 10]);

  const friend = await signUp({ cookie: await visit({ code: code.toLowerCase(), utmTag: 'utm_source=talk' }) });
  expect(await giftOf(friend)).toEqual({ promocode: code, discountPercent: 20, availableTariffTypes: [] });
  expect(await statsOf(partner, id)).toMatchObject({ clicked: 1, registered: 1, paid: 0, sums: [] });

  await world.control('POST', '/yookassa/switches', { notifications: 'twice' });
  const paymentId = await pay(friend, code);
  await world.control('POST', '/yookassa/switches', { notifications: 'on' });
  const { rows } = await server.owner.query<{ id: string }>(
    "select id from events where tenant_id = $1 and kind = 'billing.payment_succeeded'",
    [friend.tenantId],
  );
  await server.runJob(followPaidJob.name, { tenantId: friend.tenantId, eventId: rows[0]?.id });
  const reward = Math.floor((PRICE * 0.8) / 10);
  expect(await statsOf(partner, id)).toMatchObject({
    registered: 1,
    paid: 1,
    sums: [{ currency: 'RUB', earnedMinor: reward, paidOutMinor: 0 }],
  });
  expect([await balanceOf(partner), await giftOf(friend)]).toEqual([reward, null]);
  expect(paymentId).toBeTruthy();

  await pay(friend);
  expect(await balanceOf(partner)).toBe(reward);
  expect(await differing(partner)).toEqual([]);
});

test('the first link and the first campaign of a device are kept', async () => {
  const [first, second] = [await signUp(), await signUp()];
  const [one, other] = [await makeCode(first), await makeCode(second)];
  const cookie = await visit({ code: one.code, utmTag: 'utm_source=first' });
  expect(await visit({ code: other.code, utmTag: 'utm_source=second' }, cookie)).toBe(cookie);
  const friend = await signUp({ cookie });
  expect(await giftOf(friend)).toMatchObject({ promocode: one.code, discountPercent: 20 });
  const { rows } = await server.owner.query<{ utm_tag: string }>('select utm_tag from tenants where id = $1', [
    friend.tenantId,
  ]);
  expect(rows).toEqual([{ utm_tag: 'utm_source=first' }]);
  expect([(await statsOf(first, one.id)).registered, (await statsOf(second, other.id)).registered]).toEqual([1, 0]);
});

test('a campaign before the link does not hide the link', async () => {
  const partner = await signUp();
  const { code } = await makeCode(partner);
  const cookie = await visit({ utmTag: 'utm_source=search' });
  await visit({ code, utmTag: 'utm_source=friend' }, cookie);
  expect(await giftOf(await signUp({ cookie }))).toMatchObject({ promocode: code });
});

test('a visitor is counted once a day, and an unknown code leaves nothing', async () => {
  const partner = await signUp();
  const { id, code } = await makeCode(partner);
  const cookie = await visit({ code });
  await Promise.all([visit({ code }, cookie), visit({ code }, cookie)]);
  await visit({ code });
  expect((await statsOf(partner, id)).clicked).toBe(2);
  const { body, headers } = await call(noteVisit, { body: { code: 'NOBODY' } });
  expect([body, headers.getSetCookie()]).toEqual([{ discountPercent: null }, []]);
  expect(await giftOf(await signUp())).toBeNull();
});

test('returned money takes its share of the reward back, each return once', async () => {
  const { partner, friend, paymentId, codeId } = await aPartner();
  expect(await balanceOf(partner)).toBe(136_000);
  await refund(friend, paymentId, 90_000, false);
  expect(await balanceOf(partner)).toBe(102_000);
  await refund(friend, paymentId, 270_000, true);
  expect(await balanceOf(partner)).toBe(0);
  expect((await statsOf(partner, codeId)).sums).toEqual([{ currency: 'RUB', earnedMinor: 0, paidOutMinor: 0 }]);
  expect(await differing(partner)).toEqual([]);
});

test('a partner earns nothing by cabinets of their own', async () => {
  const partner = await signUp();
  const { code } = await makeCode(partner);
  const { rows } = await server.owner.query<{ phone: string }>('select phone from members where tenant_id = $1', [
    partner.tenantId,
  ]);
  const cookie = await visit({ code });
  await pay(partner);
  await pay(await signUp({ cookie }, { phone: rows[0]?.phone }));
  expect((await partnerOf(partner)).accounts).toEqual([]);
});

test('of two payouts at once one is opened; its sum is reserved, and free again when it is withdrawn', async () => {
  const { partner } = await aPartner();
  const { token } = partner;
  expect((await requested(partner, 99_999)).body).toMatchObject({ code: 'payout.too_small' });
  expect((await requested(partner, 136_001)).body).toMatchObject({ code: 'payout.not_covered' });
  const answers = await Promise.all([requested(partner, 120_000), requested(partner, 110_000)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const open = answers.find(({ status }) => status === 200)!.body;
  expect(await partnerOf(partner)).toMatchObject({
    accounts: [{ balanceMinor: 136_000, reservedMinor: open.amountMinor }],
  });
  expect(await differing(partner)).toEqual([]);

  const params = { payoutId: open.id };
  expect((await call(withdrawPayout, { token: (await signUp()).token, params })).status).toBe(404);
  expect((await call(withdrawPayout, { token, params })).status).toBe(200);
  expect((await call(withdrawPayout, { token, params })).body).toMatchObject({ code: 'payout.decided' });
  expect((await partnerOf(partner)).accounts[0]?.reservedMinor).toBe(0);
});

test('the operator marks a payout as paid once; the code has it, and the partner is notified', async () => {
  const { partner, codeId } = await aPartner();
  const { body: payout } = await requested(partner, 120_000);
  const token = await anOperator();
  const { body: page } = await call(listPartnerPayouts, { token });
  expect(page.items.find(({ id }) => id === payout.id)).toMatchObject({
    email: partner.email,
    amountMinor: 120_000,
    balanceMinor: 136_000,
    requisites: 'ИП Иванова, счёт 40802',
  });
  const params = { payoutId: payout.id };
  const answers = await Promise.all([
    call(markPayoutPaid, { token, params }),
    call(markPayoutPaid, { token, params }),
    call(refusePayout, { token, params, body: { reason: 'x' } }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { status } = answers.find((answer) => answer.status === 200)!.body;
  const isPaid = status === 'paid';
  expect(await balanceOf(partner)).toBe(isPaid ? 16_000 : 136_000);
  expect((await statsOf(partner, codeId)).sums[0]?.paidOutMinor).toBe(isPaid ? 120_000 : 0);
  const { body: own } = await call(listPayouts, { token: partner.token });
  expect(own.items).toMatchObject([{ id: payout.id, status }]);
  const { rows } = await server.owner.query<{ kind: string }>('select kind from notices where tenant_id = $1', [
    partner.tenantId,
  ]);
  expect(rows.map(({ kind }) => kind)).toContain(`payout_${status}`);
  expect(await differing(partner)).toEqual([]);
});

test('a refused payout names its reason, and one that rewards no longer cover is not marked as paid', async () => {
  const { partner, friend, paymentId } = await aPartner();
  const { body: payout } = await requested(partner, 120_000);
  await refund(friend, paymentId, 360_000, true);
  const token = await anOperator();
  const params = { payoutId: payout.id };
  expect((await call(markPayoutPaid, { token, params })).body).toMatchObject({ code: 'payout.not_covered' });
  const { body } = await call(refusePayout, { token, params, body: { reason: 'Деньги друга вернули' } });
  expect(body).toMatchObject({ status: 'refused', reason: 'Деньги друга вернули' });
  expect((await partnerOf(partner)).accounts).toMatchObject([{ balanceMinor: 0, reservedMinor: 0 }]);
});

test('a cabinet makes ten codes and sees no others; a domain without promo codes offers none', async () => {
  const partner = await signUp();
  const made = await Promise.all(Array.from({ length: 12 }, () => call(createReferralCode, { token: partner.token })));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(made.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'referral_code.limit_reached' });
  expect((await partnerOf(partner)).codes).toHaveLength(10);
  expect((await partnerOf(await signUp())).codes).toEqual([]);

  const clinic = await signUp();
  await server.owner.query(`update tenants set brand = 'medflex' where id = $1`, [clinic.tenantId]);
  expect((await call(getPartner, { token: clinic.token })).body).toMatchObject({ code: 'partners.not_offered' });
  expect((await call(createReferralCode, { token: clinic.token })).status).toBe(403);
});
