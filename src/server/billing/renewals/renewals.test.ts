import { expect, test } from 'vitest';
import { createPayment, getPayment, listPayments } from '#contract/billing/calls.ts';
import { currentUser, nearestPaymentEndDate } from '#contract/auth/calls.ts';
import { type CartLine, totalOf } from '#contract/billing/cart.ts';
import {
  bindCard,
  cancelSubscription,
  getCard,
  listCharges,
  listSubscriptions,
  paySubscription,
  resumeSubscription,
} from '#contract/billing/subscriptions.ts';
import { createFlow, getFlow } from '#contract/flows/calls.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';
import { acquirerIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const mailbox = await aMailbox();
const server = await testServer({ env: { ...acquirerIn(world), SMTP_URL: mailbox.url } });
const { call, clock } = server;
await world.control('POST', '/yookassa/switches', {
  notificationUrl: `${server.origin}/payment-notifications/yookassa`,
});

const BASE: CartLine = { kind: 'tariff', tariffId: 0, units: 1, months: 1 };
const DAY = 24;

type Bank = {
  payments: {
    id: string;
    status: string;
    metadata: { paymentId: string; tenantId: string };
    methodId: string | null;
  }[];
  methods: { id: string; status: string; charges: string }[];
};
const bank = () => world.control<Bank>('GET', '/yookassa');
const bankPayments = async ({ tenantId }: SignedUp) =>
  (await bank()).payments.filter(({ metadata }) => metadata.tenantId === tenantId);
const press = (url: string | null, decision: string) =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
async function settle(): Promise<void> {
  await world.control('POST', '/settle', {});
  await server.runJobs();
}
async function renew(): Promise<void> {
  await server.runRepeated('billing.renew');
  await settle();
}
const fault = (body: Record<string, unknown>) => world.control('POST', '/fault', { channel: 'yookassa', ...body });
const switches = (notifications: 'on' | 'lost' | 'twice') =>
  world.control('POST', '/yookassa/switches', { notifications });
async function check(): Promise<void> {
  await server.owner.query("update payments set next_check_at = now() - interval '1 second' where status = 'pending'");
  await server.owner.query(
    "update payment_cards set next_check_at = now() - interval '1 second' where status = 'pending'",
  );
  await server.runRepeated('billing.follow-payments');
  await server.runRepeated('billing.follow-cards');
  await server.runJobs();
}

/** A cabinet whose trial ends after so many hours; less than nothing: it has ended. */
async function cabinet(hours: number): Promise<SignedUp> {
  await server.owner.query('update subscriptions set step_at = null');
  const owner = await server.signUp();
  const end = clock.now().add({ hours }).toString();
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [owner.tenantId, end]);
  return owner;
}
const read = async ({ token }: SignedUp) => (await call(listSubscriptions, { token })).body;
async function only(owner: SignedUp) {
  const { subscriptions } = await read(owner);
  if (!subscriptions[0] || subscriptions.length > 1) throw new Error(`${subscriptions.length} subscriptions`);
  return subscriptions[0];
}
/** Pays a cart whose tariffs renew. */
async function subscribed(lines: CartLine[] = [BASE]): Promise<SignedUp> {
  const owner = await cabinet(-1);
  const body = { lines, totalMinor: totalOf(lines, 'RUB'), isAutoPay: true };
  const { body: payment } = await call(createPayment, { token: owner.token, body });
  await press(payment.payUrl, 'pay');
  await settle();
  return owner;
}
/** Sets what happens to later charges of the cabinet's card. */
async function charges(owner: SignedUp, outcome: string): Promise<void> {
  const { rows } = await server.owner.query<{ id: string }>(
    'select provider_id as id from payment_cards c join subscriptions s on s.card_id = c.id where s.tenant_id = $1',
    [owner.tenantId],
  );
  await world.control('PATCH', `/yookassa/methods/${rows[0]?.id}`, { charges: outcome });
}
async function toDue(owner: SignedUp): Promise<void> {
  await clock.set((await only(owner)).dueAt);
}
const abilities = async ({ token }: SignedUp) => (await call(currentUser, { token })).body.abilities;
const bind = async (owner: SignedUp) => {
  const { id } = await only(owner);
  const body = { purpose: 'subscription' as const, subscriptionId: id };
  return (await call(bindCard, { token: owner.token, body })).body;
};
const mails = ({ email }: SignedUp) =>
  mailbox.mails
    .filter(
      ({ to = [], subject }) => to.some(({ address }) => address === email) && !subject?.startsWith('Подтвердите'),
    )
    .map(({ subject }) => subject);

test('a card is bound in the trial without a charge, and 1200 roubles are charged at its end', async () => {
  const owner = await cabinet(72);
  const { token } = owner;
  expect((await read(owner)).trial).toMatchObject({ tariffId: 0, amountMinor: 120_000, currency: 'RUB' });
  const { body: card, status } = await call(bindCard, { token, body: { purpose: 'trial' } });
  expect([status, card.status, card.bindUrl]).toEqual([200, 'pending', expect.stringContaining('/yookassa/cards/')]);
  expect(await (await fetch(card.bindUrl ?? '')).text()).toContain('Привязать карту');
  await press(card.bindUrl, 'bind');
  await settle();
  expect((await call(getCard, { token, params: { cardId: card.id } })).body).toMatchObject({ status: 'active' });
  expect(await only(owner)).toMatchObject({ state: 'trial', tariffId: 0, amountMinor: 120_000, isCancelled: false });
  expect((await read(owner)).trial).toBeNull();
  expect(await bankPayments(owner)).toEqual([]);
  await clock.advance({ hours: 71 });
  await renew();
  expect(await bankPayments(owner)).toEqual([]);
  expect(mails(owner)).toEqual([expect.stringMatching(/спишем 1.200.₽: «YCLIENTS и Altegio: базовый»/)]);
  await clock.advance({ hours: 1 });
  await renew();
  expect(await bankPayments(owner)).toMatchObject([{ status: 'succeeded', amount: { value: '1200.00' } }]);
  expect(await only(owner)).toMatchObject({ state: 'active' });
  expect(await abilities(owner)).toEqual(['notifications']);
});

test('a trial that is turned off is not charged', async () => {
  const owner = await cabinet(72);
  const { body: card } = await call(bindCard, { token: owner.token, body: { purpose: 'trial' } });
  await press(card.bindUrl, 'bind');
  await settle();
  const { id } = await only(owner);
  await call(cancelSubscription, { token: owner.token, params: { subscriptionId: id } });
  await clock.advance({ hours: 73 });
  await renew();
  await renew();
  expect(await bankPayments(owner)).toEqual([]);
  expect(await only(owner)).toMatchObject({ state: 'expired', canResume: false });
  expect(await abilities(owner)).toEqual([]);
});

test('a card that the bank refuses begins nothing, and a second one may be bound', async () => {
  const owner = await cabinet(72);
  const body = { purpose: 'trial' as const };
  const { body: first } = await call(bindCard, { token: owner.token, body });
  await press(first.bindUrl, 'refuse');
  await check();
  expect((await call(getCard, { token: owner.token, params: { cardId: first.id } })).body.status).toBe('canceled');
  expect((await read(owner)).subscriptions).toEqual([]);
  await fault({ match: 'POST', action: 'reset', effect: 'done', times: 1 });
  expect((await call(bindCard, { token: owner.token, body })).status).toBe(503);
  await check();
  const { methods } = await bank();
  const second = methods.at(-1);
  await press(`${world.url}/yookassa/cards/${second?.id}`, 'bind');
  await check();
  expect(await only(owner)).toMatchObject({ state: 'trial' });
});

test('a paid cart is renewed once, though the job runs twice and the notification comes before the answer', async () => {
  const owner = await subscribed();
  expect(await only(owner)).toMatchObject({ state: 'active', amountMinor: 120_000, card: { lastDigits: '4444' } });
  const before = await only(owner);
  await toDue(owner);
  await fault({ match: 'POST', action: 'slow', delayMs: 300, times: 1 });
  await switches('twice');
  await Promise.all([renew(), renew(), renew()]);
  await check();
  await renew();
  await switches('on');
  expect((await bankPayments(owner)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  const after = await only(owner);
  expect(after.state).toBe('active');
  const month = Temporal.Instant.from(before.dueAt).toZonedDateTimeISO('Europe/Moscow').add({ months: 1 });
  expect(after.dueAt).toBe(month.toInstant().toString());
  const { body } = await call(nearestPaymentEndDate, { token: owner.token });
  expect(body.nearestPaymentEndDateUnixTime).toBe(Math.floor(month.epochMilliseconds / 1000));
});

test('notices come a week and a day ahead, once each', async () => {
  const owner = await subscribed();
  await toDue(owner);
  await clock.set(clock.now().subtract({ hours: 7 * DAY }));
  await renew();
  await renew();
  expect(mails(owner)).toHaveLength(1);
  await clock.advance({ hours: 6 * DAY });
  await renew();
  await renew();
  expect(mails(owner)).toHaveLength(2);
});

test('a charge that the bank decides on after hours prolongs then, and not before', async () => {
  const owner = await subscribed();
  await charges(owner, 'pending');
  await toDue(owner);
  await renew();
  await clock.advance({ hours: 5 });
  await renew();
  expect(await only(owner)).toMatchObject({ state: 'grace', isCharging: true, nextChargeAt: null, lastRefusal: null });
  expect(await abilities(owner)).toEqual(['notifications']);
  const { id } = await only(owner);
  const refused = await call(paySubscription, { token: owner.token, params: { subscriptionId: id } });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'subscription.charge_pending' }]);
  const [, pending] = await bankPayments(owner);
  await world.control('POST', `/yookassa/payments/${pending?.id}/decision`, { status: 'succeeded' });
  await settle();
  await renew();
  expect(await only(owner)).toMatchObject({ state: 'active', isCharging: false });
  expect(await bankPayments(owner)).toHaveLength(2);
});

test('refused for want of money: grace, read-only, paid, and the same flows go on', async () => {
  const owner = await subscribed();
  const { token } = owner;
  const { body: flow } = await call(createFlow, { token, body: { kind: 'visit_created' } });
  const status = async () => (await call(getFlow, { token, params: { flowId: flow.id } })).body.status;
  const started = await status();
  await charges(owner, 'insufficient_funds');
  await toDue(owner);
  const { dueAt } = await only(owner);
  await renew();
  expect(await only(owner)).toMatchObject({ state: 'grace', lastRefusal: { reason: 'insufficient_funds' } });
  for (const day of [1, 3, 5, 7]) {
    await clock.set(Temporal.Instant.from(dueAt).add({ hours: day * DAY + 6 }));
    await renew();
    await server.runRepeated('flows.follow-tariffs');
    expect([await status(), (await bankPayments(owner)).length]).toEqual([started, 2 + [1, 3, 5, 7].indexOf(day) + 1]);
  }
  expect(await abilities(owner)).toEqual(['notifications']);
  await clock.advance({ hours: DAY });
  await renew();
  await renew();
  expect(await only(owner)).toMatchObject({ state: 'read_only', nextChargeAt: null });
  expect([await status(), await abilities(owner)]).toEqual(['unavailable', []]);
  expect(mails(owner)).toHaveLength(3);

  const { id } = await only(owner);
  const { body: payment } = await call(paySubscription, { token, params: { subscriptionId: id } });
  const again = await call(paySubscription, { token, params: { subscriptionId: id } });
  expect(again.body.id).toBe(payment.id);
  await press(payment.payUrl, 'pay');
  await settle();
  expect(await only(owner)).toMatchObject({ state: 'active', lastRefusal: null });
  expect(await status()).toBe(started);
  const { body: page } = await call(listCharges, { token, params: { subscriptionId: id } });
  expect(page.items.map(({ status: one, reason }) => reason ?? one)).toEqual([
    'succeeded',
    ...Array.from({ length: 5 }, () => 'insufficient_funds'),
  ]);
});

test('paid in the days of grace, the next period begins where the last one ended', async () => {
  const owner = await subscribed();
  await charges(owner, 'insufficient_funds');
  await toDue(owner);
  const { dueAt } = await only(owner);
  await renew();
  await charges(owner, 'pay');
  await clock.advance({ hours: 30 });
  await renew();
  const next = Temporal.Instant.from(dueAt).toZonedDateTimeISO('Europe/Moscow').add({ months: 1 }).toInstant();
  expect(await only(owner)).toMatchObject({ state: 'active', dueAt: next.toString() });
});

test.each(['card_expired', 'permission_revoked'])(
  'after %s the card is not charged again, and a new one takes its place',
  async (reason) => {
    const owner = await subscribed();
    await charges(owner, reason);
    await toDue(owner);
    await renew();
    expect(await only(owner)).toMatchObject({ state: 'grace', nextChargeAt: null, card: { trouble: reason } });
    await clock.advance({ hours: 3 * DAY });
    await renew();
    expect(await bankPayments(owner)).toHaveLength(2);
    const card = await bind(owner);
    await press(card.bindUrl, 'bind');
    await settle();
    await renew();
    expect(await only(owner)).toMatchObject({ state: 'active', card: { id: card.id, trouble: null } });
    expect(await bankPayments(owner)).toHaveLength(3);
  },
);

test('one that is overdue stops only what it gave', async () => {
  const owner = await subscribed([BASE]);
  const mailings: CartLine = { kind: 'tariff', tariffId: 13, units: 1, months: 3 };
  const body = { lines: [mailings], totalMinor: totalOf([mailings], 'RUB') };
  const { body: payment } = await call(createPayment, { token: owner.token, body });
  await press(payment.payUrl, 'pay');
  await settle();
  await charges(owner, 'insufficient_funds');
  await toDue(owner);
  for (const days of [0, 2, 4, 6, 8]) {
    await clock.advance({ hours: days === 0 ? 0 : 2 * DAY });
    await renew();
  }
  expect(await only(owner)).toMatchObject({ state: 'read_only' });
  expect(await abilities(owner)).toEqual(['mailings']);
});

test('turning it off is taken back until its end, and a payment turns it on again after it', async () => {
  const owner = await subscribed();
  const { token } = owner;
  const { id } = await only(owner);
  const params = { subscriptionId: id };
  expect((await call(cancelSubscription, { token, params })).body).toMatchObject({
    isCancelled: true,
    canResume: true,
  });
  expect((await call(resumeSubscription, { token, params })).body).toMatchObject({ isCancelled: false });
  await call(cancelSubscription, { token, params });
  await toDue(owner);
  await renew();
  expect(await bankPayments(owner)).toHaveLength(1);
  expect(await only(owner)).toMatchObject({ state: 'expired' });
  const refused = await call(resumeSubscription, { token, params });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'subscription.ended' }]);
  const { body: payment } = await call(paySubscription, { token, params });
  await press(payment.payUrl, 'pay');
  await settle();
  expect(await only(owner)).toMatchObject({ state: 'active', isCancelled: false });
});

test('when the answer of the bank is lost, a charge is found again under its key, and there is one', async () => {
  const owner = await subscribed();
  await toDue(owner);
  await switches('lost');
  await fault({ match: 'POST', action: 'reset', effect: 'done', times: 1 });
  await renew();
  await clock.advance({ hours: 2 });
  await renew();
  expect(await only(owner)).toMatchObject({ isCharging: true });
  await check();
  await renew();
  await switches('on');
  expect(await only(owner)).toMatchObject({ state: 'active' });
  expect((await bankPayments(owner)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
});

test('a later payment of the same tariff moves the next charge, and there is no second subscription', async () => {
  const owner = await subscribed();
  const before = await only(owner);
  const body = { lines: [BASE], totalMinor: 120_000, isAutoPay: true };
  const { body: payment } = await call(createPayment, { token: owner.token, body });
  await press(payment.payUrl, 'pay');
  await settle();
  const after = await only(owner);
  expect(Temporal.Instant.from(after.dueAt).since(before.dueAt).total('hours')).toBeGreaterThan(27 * DAY);
  expect((await call(getPayment, { token: owner.token, params: { paymentId: payment.id } })).body.status).toBe(
    'succeeded',
  );
});

test('a cart without a tariff has nothing to renew', async () => {
  const owner = await cabinet(-1);
  const lines = [{ kind: 'top_up' as const, balance: 'messages' as const, amount: 500 }];
  const answer = await call(createPayment, {
    token: owner.token,
    body: { lines, totalMinor: 50_000, isAutoPay: true },
  });
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'auto_payment.nothing_to_renew' }]);
  expect((await call(listPayments, { token: owner.token })).body.items).toEqual([]);
});

test('subscriptions and cards of another cabinet are not found', async () => {
  const owner = await subscribed();
  const { id, card } = await only(owner);
  const { token } = await cabinet(72);
  const params = { subscriptionId: id };
  const answers = await Promise.all([
    call(cancelSubscription, { token, params }),
    call(paySubscription, { token, params }),
    call(listCharges, { token, params }),
    call(getCard, { token, params: { cardId: card.id } }),
    call(bindCard, { token, body: { purpose: 'subscription', subscriptionId: id } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});
