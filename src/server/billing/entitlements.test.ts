import { expect, test } from 'vitest';
import { createAssistant, publishAssistant } from '#contract/assistants/calls.ts';
import { currentUser, nearestPaymentEndDate } from '#contract/auth/calls.ts';
import { ABILITIES } from '#contract/billing/tariffs.ts';
import { createFlow, getFlow } from '#contract/flows/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { messagesLeft } from './actions.ts';
import { getAiBalance } from './balance-actions.ts';
import { grantAllMonths, giveTariff } from './tariff-actions.ts';

const server = await testServer();
const { call, clock, ctx } = server;
const { signal } = new AbortController();

/** A cabinet whose trial has ended. */
async function ended(): Promise<SignedUp> {
  const owner = await server.signUp();
  const end = clock.now().subtract({ hours: 1 }).toString();
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [owner.tenantId, end]);
  return owner;
}
const give = (
  { tenantId }: SignedUp,
  tariffId: number,
  change: { key?: string; months?: number; units?: number } = {},
) =>
  withTenant(ctx, tenantId, (scope) =>
    giveTariff(scope, { tariffId, units: 1, months: 1, key: crypto.randomUUID(), ...change }),
  );
const user = async ({ token }: SignedUp) => (await call(currentUser, { token })).body;
const left = ({ tenantId }: SignedUp) => withTenant(ctx, tenantId, messagesLeft);

test('a new cabinet has everything for three days, and then keeps what it set up and sends nothing', async () => {
  const { body } = await call(currentUser, { token: (await ended()).token });
  expect(body).toMatchObject({ abilities: [], isTrial: true });
  expect((await user(await server.signUp())).abilities).toEqual(ABILITIES);
});

test('after the end of the trial the nearest end of payments is that end', async () => {
  const { body } = await call(nearestPaymentEndDate, { token: (await ended()).token });
  const end = clock.now().subtract({ hours: 1 });
  expect(body).toEqual({ nearestPaymentEndDateUnixTime: Math.floor(end.epochMilliseconds / 1000), isTrial: true });
});

test('a call that needs a tariff is refused without it, with the tariffs that have it', async () => {
  const owner = await ended();
  const { token } = owner;
  const { body: assistant } = await call(createAssistant, { token, body: { title: 'Desk', trade: null } });
  const publish = () =>
    call(publishAssistant, { token, params: { assistantId: assistant.id }, body: { baseVersion: assistant.version } });
  const refused = await publish();
  expect([refused.status, refused.body]).toEqual([
    402,
    { code: 'tariff.missing', details: { ability: 'assistants', tariffIds: [20, 21, 22, 23, 25] } },
  ]);
  await give(owner, 20);
  expect((await publish()).status).not.toBe(402);
});

test('flows of the trial stop at its end and go on as they were when a tariff includes them', async () => {
  const owner = await server.signUp();
  const { token, tenantId } = owner;
  const { body: flow } = await call(createFlow, { token, body: { kind: 'visit_created' } });
  const status = async () => (await call(getFlow, { token, params: { flowId: flow.id } })).body.status;
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [tenantId, clock.now().toString()]);
  await server.runRepeated('flows.follow-tariffs');
  expect(await status()).toBe('unavailable');
  await give(owner, 13);
  await server.runJobs();
  expect(await status()).toBe('unavailable');
  await give(owner, 0);
  await server.runJobs();
  expect(await status()).toBe('working');
});

test('the session and the nearest end of payments follow the tariffs', async () => {
  const owner = await ended();
  await give(owner, 0, { months: 3 });
  await give(owner, 13);
  const { body } = await call(nearestPaymentEndDate, { token: owner.token });
  const month = clock.now().toZonedDateTimeISO('Europe/Moscow').add({ months: 1 });
  expect(body).toEqual({ nearestPaymentEndDateUnixTime: Math.floor(month.epochMilliseconds / 1000), isTrial: false });
  expect(await user(owner)).toMatchObject({
    abilities: ['notifications', 'mailings'],
    isTrial: false,
    paidUntil: clock.now().toZonedDateTimeISO('Europe/Moscow').add({ months: 3 }).toInstant().toString(),
  });
});

test('the same line of a payment is given once, also when it comes ten times at once', async () => {
  const owner = await ended();
  const key = crypto.randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => give(owner, 19, { key })));
  expect(await left(owner)).toBe(500 + 800);
  const { rows } = await server.owner.query('select 1 from paid_tariffs where tenant_id = $1', [owner.tenantId]);
  expect(rows).toHaveLength(1);
});

test('payments of one tariff at once follow each other', async () => {
  const owner = await ended();
  await Promise.all([give(owner, 0), give(owner, 0), give(owner, 0)]);
  const { rows } = await server.owner.query<{ gaps: number }>(
    `select count(*)::int as gaps from paid_tariffs a join paid_tariffs b using (tenant_id)
     where tenant_id = $1 and a.id <> b.id and tstzrange(a.begins_at, a.ends_at) && tstzrange(b.begins_at, b.ends_at)`,
    [owner.tenantId],
  );
  expect(rows[0]?.gaps).toBe(0);
});

test('the one-rouble module adds 800 messages at the beginning of each paid month, once', async () => {
  const owner = await ended();
  await give(owner, 19, { months: 2 });
  expect(await left(owner)).toBe(1300);
  await grantAllMonths(ctx, signal);
  expect(await left(owner)).toBe(1300);
  await clock.advance({ hours: 24 * 32 });
  await grantAllMonths(ctx, signal);
  await grantAllMonths(ctx, signal);
  expect(await left(owner)).toBe(2100);
  await clock.advance({ hours: 24 * 60 });
  await grantAllMonths(ctx, signal);
  expect(await left(owner)).toBe(2100);
});

test('an AI pack adds its money', async () => {
  const owner = await ended();
  const balance = async () => (await withTenant(ctx, owner.tenantId, getAiBalance)).balance;
  const before = await balance();
  await give(owner, 22);
  expect((await balance()) - before).toBe(50_000_000);
});
