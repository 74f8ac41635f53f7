import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { openDatabase, withSystem, withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testContext } from '#server/testing/server/context.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { addMessages, openBalance, returnMessages, setMessages, spendMessages } from './actions.ts';
import { addAiReviews, returnAiReviews, setAiReviews, spendAiReviews } from './ai-review-actions.ts';
import { creditAi, reserveAi } from './balance-actions.ts';
import { listDiscrepancies } from './discrepancy-reads.ts';
import { addRatings, setRatings, spendRatings } from './rating-actions.ts';

const { owner, url } = await testDatabase();
const db = openDatabase(url, { max: 10 });
afterAll(() => db.destroy());
const { aTenant } = builders(owner);
const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');
const config = { ai: { trialCreditMicroUsd: 1_000, trialReviews: 20 } } as Config; // NOTE: what balances use of it
const ctx = testContext({ db, config, clock: { now: () => NOW } });

/** A cabinet as registration makes it. */
async function opened(): Promise<TenantId> {
  const tenantId = await aTenant();
  await owner.query('delete from message_balances where tenant_id = $1', [tenantId]);
  await withTenant(ctx, tenantId, openBalance);
  return tenantId;
}
async function entries(tenantId: TenantId, account: string) {
  const { rows } = await owner.query<{ amount: number; reason: string; after: number }>(
    `select amount, reason, balance_after as after from quota_entries
     where tenant_id = $1 and account = $2 order by booked_at, id`,
    [tenantId, account],
  );
  return rows.map(({ amount, reason, after }) => `${reason} ${amount} = ${after}`);
}
const differing = async (tenantId: TenantId) =>
  (await withSystem(ctx, listDiscrepancies))
    .filter((one) => one.tenantId === tenantId)
    .map(({ account, stored, booked }) => `${account} ${stored} ${booked}`);

test('each change of the message quota is an entry with its reason', async () => {
  const tenantId = await opened();
  await withTenant(ctx, tenantId, async (scope) => {
    await spendMessages(scope, 100, NOW);
    await spendMessages(scope, 0, NOW);
    await returnMessages(scope, 3);
    await addMessages(scope, 20);
    await setMessages(scope, 400);
    await setMessages(scope, 410);
    await spendMessages(scope, 500, NOW);
    await spendMessages(scope, 500, NOW);
  });
  expect(await entries(tenantId, 'messages')).toEqual([
    'trial 500 = 500',
    'spent -100 = 400',
    'returned 3 = 403',
    'top_up 20 = 423',
    'correction -23 = 400',
    'correction 10 = 410',
    'spent -410 = 0',
  ]);
  expect(await differing(tenantId)).toEqual([]);
});

test('each change of the rating quota is an entry with its reason', async () => {
  const tenantId = await opened();
  await withTenant(ctx, tenantId, async (scope) => {
    await spendRatings(scope, 1, NOW);
    await addRatings(scope, 100);
    await setRatings(scope, 5);
  });
  expect(await entries(tenantId, 'ratings')).toEqual([
    'trial 100 = 100',
    'spent -1 = 99',
    'top_up 100 = 199',
    'correction -194 = 5',
  ]);
  expect(await differing(tenantId)).toEqual([]);
});

test('each change of the quota of replies to reviews is an entry with its reason', async () => {
  const tenantId = await opened();
  await withTenant(ctx, tenantId, async (scope) => {
    await spendAiReviews(scope, 2);
    await returnAiReviews(scope, 1);
    await addAiReviews(scope, 100);
    await setAiReviews(scope, 5);
  });
  expect(await entries(tenantId, 'ai_reviews')).toEqual([
    'trial 20 = 20',
    'spent -2 = 18',
    'returned 1 = 19',
    'top_up 100 = 119',
    'correction -114 = 5',
  ]);
  expect(await differing(tenantId)).toEqual([]);
});

test('a payment adds its messages and ratings once', async () => {
  const tenantId = await opened();
  const cause = { reason: 'top_up', key: 'payment:1' } as const;
  for (const _ of [1, 2])
    await withTenant(ctx, tenantId, async (scope) => {
      await addMessages(scope, 500, cause);
      await addRatings(scope, 100, cause);
    });
  expect([(await entries(tenantId, 'messages')).length, (await entries(tenantId, 'ratings')).length]).toEqual([2, 2]);
});

test('entries add up to the balance, however many spend at once and fail', async () => {
  const tenantId = await opened();
  const work = Array.from({ length: 40 }, (_, index) =>
    withTenant(ctx, tenantId, async (scope) => {
      await (index % 4 === 0 ? returnMessages(scope, 7) : spendMessages(scope, 30, NOW));
      if (index % 5 === 0) throw new Error('the send was not recorded');
    }),
  );
  await Promise.allSettled(work);
  expect(await differing(tenantId)).toEqual([]);
});

test('an entry cannot be changed or deleted by the product', async () => {
  const tenantId = await opened();
  const changing = withTenant(ctx, tenantId, ({ tx }) =>
    tx.updateTable('quota_entries').set({ amount: 1 }).where('tenant_id', '=', tenantId).execute(),
  );
  await expect(changing).rejects.toThrow('permission denied');
});

test('the command finds a balance that was changed without an entry, in each account', async () => {
  const tenantId = await opened();
  await withTenant(ctx, tenantId, async (scope) => {
    await spendRatings(scope, 1, NOW);
    await spendAiReviews(scope, 1);
    await creditAi(scope, { amount: 500, reason: 'top_up', key: 'payment:1' });
    await reserveAi(scope, { id: crypto.randomUUID(), amount: 10, seconds: 60 });
  });
  expect(await differing(tenantId)).toEqual([]);

  await owner.query('update message_balances set available = 501 where tenant_id = $1', [tenantId]);
  await owner.query('update rating_balances set available = 100 where tenant_id = $1', [tenantId]);
  await owner.query('update ai_review_balances set available = 18 where tenant_id = $1', [tenantId]);
  await owner.query('update balance_accounts set balance = 1499, reserved = 9 where tenant_id = $1', [tenantId]);
  expect(await differing(tenantId)).toEqual([
    'ai 1499 1500',
    'ai_reserved 9 10',
    'ai_reviews 18 19',
    'messages 501 500',
    'ratings 100 99',
  ]);
  const command = join(import.meta.dirname, '../../../scripts/check-balances.ts');
  const done = spawnSync(process.execPath, [command], { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8' });
  expect(done.stdout).toContain(`${tenantId} messages: the balance is 501, its entries make 500`);
  expect(done.status).toBe(1);
});
