import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { openDatabase, withSystem, withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testContext } from '#server/testing/server/context.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { closeReservation, creditAi, extendReservation, getAiBalance, reserveAi } from './balance-actions.ts';
import { listExpiredReservations } from './balance-reads.ts';
import { balanceNotice } from './balance-rules.ts';

const { owner, url } = await testDatabase();
/** Enough connections for work that is really at once. */
const db = openDatabase(url, { max: 20 });
afterAll(() => db.destroy());
const { aTenant } = builders(owner);
const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');
const CREDIT = 1_000;
const config = { ai: { trialCreditMicroUsd: CREDIT } } as Config; // NOTE: what balances use of it
const ctx = testContext({ db, config, clock: { now: () => NOW } });
let tenantId: TenantId;
beforeEach(async () => {
  tenantId = await aTenant();
});

const balance = () => withTenant(ctx, tenantId, getAiBalance);
const newId = () => randomUUIDv7();
const reserve = (amount: number, { id = newId(), seconds = 60 } = {}) =>
  withTenant(ctx, tenantId, (scope) => reserveAi(scope, { id, amount, seconds }));
const close = (id: string, cost: number) => withTenant(ctx, tenantId, (scope) => closeReservation(scope, id, cost));
const credit = (amount: number, key: string = newId()) =>
  withTenant(ctx, tenantId, (scope) => creditAi(scope, { amount, key, reason: 'top_up' }));
async function spend(cost: number) {
  const id = newId();
  await reserve(cost, { id });
  return close(id, cost);
}
async function rows<T>(text: string): Promise<T[]> {
  return (await owner.query(text, [tenantId])).rows as T[];
}
const entries = () =>
  rows<{ amount: number; reason: string; after: number }>(
    'select amount, reason, balance_after as after from balance_entries where tenant_id = $1 order by id',
  );
const notices = async () => {
  const found = await rows<{ kind: string; open: boolean }>(
    'select kind, resolved_at is null as open from notices where tenant_id = $1 order by id',
  );
  return found.map(({ kind, open }) => `${kind}${open ? '' : ' closed'}`);
};

test('a cabinet begins with the credit of its trial, once', async () => {
  expect(await balance()).toEqual({ balance: CREDIT, reserved: 0, full: CREDIT });
  await Promise.all([reserve(1), reserve(1), reserve(1), credit(5)]);
  expect(await balance()).toEqual({ balance: 1_005, reserved: 3, full: 1_005 });
  expect((await entries()).filter(({ reason }) => reason === 'trial')).toHaveLength(1);
});

test('work is charged what it cost, and the rest of its reserve is free', async () => {
  const id = newId();
  expect(await reserve(300, { id })).toBe('reserved');
  expect(await balance()).toMatchObject({ balance: 1_000, reserved: 300 });
  expect(await close(id, 120)).toBe(120);
  expect(await balance()).toMatchObject({ balance: 880, reserved: 0 });
  expect(await entries()).toEqual([
    { amount: 1_000, reason: 'trial', after: 1_000 },
    { amount: -120, reason: 'usage', after: 880 },
  ]);
});

test('a reservation is closed once, and at most its amount is charged', async () => {
  const id = newId();
  await reserve(100, { id });
  const charged = await Promise.all([close(id, 250), close(id, 250), close(id, 250)]);
  expect(charged.filter((one) => one !== null)).toEqual([100]);
  expect(await balance()).toMatchObject({ balance: 900, reserved: 0 });
});

test('work that cost nothing writes no entry', async () => {
  const id = newId();
  await reserve(100, { id });
  expect(await close(id, 0)).toBe(0);
  expect(await entries()).toHaveLength(1);
});

test('more is reserved for the same work while anything is left', async () => {
  const id = newId();
  await reserve(900, { id });
  const extend = (amount: number) => withTenant(ctx, tenantId, (scope) => extendReservation(scope, id, amount));
  expect(await extend(500)).toBe(true);
  expect(await balance()).toMatchObject({ reserved: 1_400 });
  expect(await extend(1)).toBe(false);
  expect(await close(id, 1_400)).toBe(1_400);
  expect(await extend(1)).toBe(false);
  await credit(2_000);
  expect(await extend(1)).toBe(false);
  expect(await balance()).toMatchObject({ balance: 1_600, reserved: 0 });
});

test('a hundred pieces of work at once overdraw a balance by less than one reservation', async () => {
  const amount = 70;
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const id = newId();
      const outcome = await reserve(amount, { id });
      if (outcome === 'reserved') await close(id, amount);
      return outcome;
    }),
  );
  const { balance: left, reserved } = await balance();
  expect(reserved).toBe(0);
  expect(left).toBeLessThanOrEqual(0);
  expect(left).toBeGreaterThan(-amount);
  expect(outcomes.filter((one) => one === 'reserved')).toHaveLength(Math.ceil(CREDIT / amount));
  const booked = (await entries()).reduce((sum, one) => sum + one.amount, 0);
  expect(booked).toBe(left);
});

test('while all is reserved by others there is money, and at zero there is none', async () => {
  const id = newId();
  await reserve(CREDIT, { id });
  expect(await reserve(1)).toBe('busy');
  await close(id, CREDIT);
  expect(await reserve(1)).toBe('empty');
  expect(await notices()).toEqual(['ai_balance_exhausted']);
});

test('a cabinet without credit hears that its balance is used up', async () => {
  config.ai.trialCreditMicroUsd = 0;
  expect(await reserve(1)).toBe('empty');
  expect(await notices()).toEqual(['ai_balance_exhausted']);
  expect(await entries()).toEqual([]);
  config.ai.trialCreditMicroUsd = CREDIT;
});

test('the owner is warned at 20 %, 5 % and 0, once each until a top-up', async () => {
  await spend(799);
  expect(await notices()).toEqual([]);
  await spend(1);
  await spend(1);
  expect(await notices()).toEqual(['ai_balance_low']);
  await spend(149);
  await spend(1);
  expect(await notices()).toEqual(['ai_balance_low closed', 'ai_balance_very_low']);
  await spend(60);
  await reserve(1);
  expect(await notices()).toEqual(['ai_balance_low closed', 'ai_balance_very_low closed', 'ai_balance_exhausted']);
  await credit(20_000);
  expect((await notices()).filter((one) => !one.endsWith('closed'))).toEqual([]);
  expect(await balance()).toMatchObject({ balance: 19_989, full: 19_989 });
  await spend(16_000);
  expect((await notices()).at(-1)).toBe('ai_balance_low');
});

test('a small top-up that ends below zero leaves the notice', async () => {
  const [first, second] = [newId(), newId()];
  await reserve(CREDIT - 1, { id: first });
  await reserve(500, { id: second });
  await close(first, CREDIT - 1);
  await close(second, 500);
  expect(await balance()).toMatchObject({ balance: -499 });
  await credit(100);
  expect((await notices()).at(-1)).toBe('ai_balance_exhausted');
});

test('the same payment is credited once', async () => {
  await Promise.all([credit(500, 'payment:1'), credit(500, 'payment:1'), credit(500, 'payment:1')]);
  expect(await balance()).toMatchObject({ balance: 1_500 });
});

test('the reserve of a process that died is found after its time', async () => {
  const id = newId();
  await reserve(100, { id, seconds: -1 });
  await reserve(100);
  const expired = await withSystem(ctx, listExpiredReservations);
  expect(expired.filter((one) => one.tenantId === tenantId)).toEqual([{ tenantId, id }]);
});

test('entries cannot be changed or deleted by the product', async () => {
  await credit(1);
  const update = withTenant(ctx, tenantId, ({ tx }) => tx.updateTable('balance_entries').set({ amount: 1 }).execute());
  await expect(update).rejects.toThrow('permission denied');
  const remove = withTenant(ctx, tenantId, ({ tx }) => tx.deleteFrom('balance_entries').execute());
  await expect(remove).rejects.toThrow('permission denied');
});

test.each([
  [1_000, 1_000, null],
  [201, 1_000, null],
  [200, 1_000, 'ai_balance_low'],
  [51, 1_000, 'ai_balance_low'],
  [50, 1_000, 'ai_balance_very_low'],
  [1, 1_000, 'ai_balance_very_low'],
  [0, 1_000, 'ai_balance_exhausted'],
  [-5, 1_000, 'ai_balance_exhausted'],
  [0, 0, 'ai_balance_exhausted'],
])('with %i of %i left the notice is %s', (left, full, notice) => {
  expect(balanceNotice({ balance: left, full })).toBe(notice);
});
