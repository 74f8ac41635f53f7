import { testContext } from '#server/testing/server/context.ts';
import { expect, test } from 'vitest';
import type { TenantId } from '#contract/tenants/ids.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { addMessages, messagesLeft, openBalance, returnMessages, spendMessages } from './actions.ts';
import { quotaNotice } from './rules.ts';

const { db, owner } = await testDatabase();
const { aTenant } = builders(owner);
const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');
const ctx = testContext({ db, clock: { now: () => NOW } });

const left = (tenantId: TenantId) => withTenant({ db }, tenantId, messagesLeft);
const spend = (tenantId: TenantId, count: number) =>
  withTenant({ db }, tenantId, (scope) => spendMessages(scope, count, NOW));
const openNotices = async (tenantId: TenantId) => {
  const { rows } = await owner.query<{ kind: string }>(
    'select kind from notices where tenant_id = $1 and resolved_at is null order by kind',
    [tenantId],
  );
  return rows.map(({ kind }) => kind);
};

test('a trial starts with 500 messages', async () => {
  const tenantId = await aTenant({ available: 0 });
  await withTenant({ db }, tenantId, openBalance);
  expect(await left(tenantId)).toBe(500);
});

test('spending takes what is wanted, or what is left', async () => {
  const tenantId = await aTenant({ available: 250 });
  expect(await spend(tenantId, 100)).toBe(100);
  expect(await spend(tenantId, 200)).toBe(150);
  expect(await spend(tenantId, 1)).toBe(0);
  expect(await left(tenantId)).toBe(0);
});

test('a quota is never overdrawn, however many spend it at once', async () => {
  const tenantId = await aTenant({ available: 100 });
  const granted = await Promise.all(Array.from({ length: 20 }, () => spend(tenantId, 9)));
  expect(granted.reduce((sum, one) => sum + one, 0)).toBe(100);
  expect(await left(tenantId)).toBe(0);
});

test('what was taken by a transaction that failed is there again', async () => {
  const tenantId = await aTenant({ available: 100 });
  const failing = withTenant({ db }, tenantId, async (scope) => {
    await spendMessages(scope, 60, NOW);
    throw new Error('the send was not recorded');
  });
  await expect(failing).rejects.toThrow('not recorded');
  expect(await left(tenantId)).toBe(100);
});

test('there is one warning at 100 messages left, and none above', async () => {
  const tenantId = await aTenant({ available: 102 });
  await spend(tenantId, 1);
  expect(await openNotices(tenantId)).toEqual([]);
  await spend(tenantId, 1);
  await spend(tenantId, 1);
  expect(await openNotices(tenantId)).toEqual(['quota_low']);
});

test('at zero the warning becomes that the quota is used up', async () => {
  const tenantId = await aTenant({ available: 101 });
  await spend(tenantId, 50);
  await spend(tenantId, 100);
  await spend(tenantId, 100);
  expect(await openNotices(tenantId)).toEqual(['quota_exhausted']);
});

test('a top-up resolves its notices and releases waiting messages', async () => {
  const tenantId = await aTenant({ available: 1 });
  await spend(tenantId, 1);
  await withTenant(ctx, tenantId, (scope) => addMessages(scope, 300));
  expect(await openNotices(tenantId)).toEqual([]);
  expect(await left(tenantId)).toBe(300);
  const { rows } = await owner.query('select kind, facts from events where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ kind: 'billing.messages_added', facts: { left: 300 } }]);
});

test('a top-up that stays below the warning leaves the warning', async () => {
  const tenantId = await aTenant({ available: 10 });
  await spend(tenantId, 1);
  await withTenant(ctx, tenantId, (scope) => addMessages(scope, 20));
  expect(await openNotices(tenantId)).toEqual(['quota_low']);
});

test('messages that did not leave are given back', async () => {
  const tenantId = await aTenant({ available: 10 });
  await spend(tenantId, 10);
  await withTenant({ db }, tenantId, (scope) => returnMessages(scope, 4));
  expect(await left(tenantId)).toBe(4);
});

test('a cabinet without a balance has none to spend', async () => {
  const tenantId = await aTenant();
  await owner.query('delete from message_balances where tenant_id = $1', [tenantId]);
  expect(await spend(tenantId, 5)).toBe(0);
  expect(await left(tenantId)).toBe(0);
});

test.each([
  [101, null],
  [100, 'quota_low'],
  [1, 'quota_low'],
  [0, 'quota_exhausted'],
])('with %i messages left the notice is %s', (count, notice) => {
  expect(quotaNotice(count)).toBe(notice);
});
