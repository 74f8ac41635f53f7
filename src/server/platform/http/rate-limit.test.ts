import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { countAgainstAllowance, readRateLimit, consumeRateLimit } from './rate-limit.ts';

const { db } = await testDatabase();
const FIVE = { limit: 5, periodMs: 60_000 };

test('a rate limit allows no more than its limit, also for concurrent calls', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => consumeRateLimit(db, 'crowd', FIVE)));
  expect(answers.filter((answer) => answer.isAllowed)).toHaveLength(5);
});

test('a refusal contains the time until the next attempt', async () => {
  for (let i = 0; i < 5; i++) await consumeRateLimit(db, 'wait', FIVE);
  const refused = await consumeRateLimit(db, 'wait', FIVE);
  expect(refused).toMatchObject({ isAllowed: false });
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeLessThanOrEqual(12_000);
});

test('a refused attempt is not counted, and the limit refills with time', async () => {
  for (let i = 0; i < 9; i++) await consumeRateLimit(db, 'later', FIVE);
  await db
    .updateTable('allowances')
    .set({ counted_at: Temporal.Now.instant().subtract({ seconds: 13 }) })
    .where('key', '=', 'later')
    .execute();
  expect(await consumeRateLimit(db, 'later', FIVE)).toEqual({ isAllowed: true });
  expect(await consumeRateLimit(db, 'later', FIVE)).toMatchObject({ isAllowed: false });
});

test('a count afterwards may exceed the limit, and lengthens the wait accordingly', async () => {
  expect(await readRateLimit(db, 'after', FIVE)).toEqual({ isAllowed: true });
  await Promise.all(Array.from({ length: 7 }, () => countAgainstAllowance(db, 'after', FIVE)));
  const refused = await readRateLimit(db, 'after', FIVE);
  expect(refused).toMatchObject({ isAllowed: false });
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeGreaterThan(24_000);
});
