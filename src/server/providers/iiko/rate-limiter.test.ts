import { afterAll, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { sharedRateLimiter } from './rate-limiter.ts';

const { url } = await testDatabase();
const db = openDatabase(url, { max: 2 });
afterAll(() => db.destroy());

/** Does not wait. */
const callerOf = (apiLogin: string) => ({
  tenantId: TenantId.parse('019a0000-0000-7000-8000-000000000001'),
  credentials: { apiLogin },
  isUrgent: true,
  signal: AbortSignal.abort(),
});

test('each login may request as many tokens as the deployment is configured for', async () => {
  const limiter = sharedRateLimiter(db, { callsPerSecond: 5, tokensPerMinute: 2 });
  const [one, other] = [callerOf('one'), callerOf('other')];
  expect([await limiter.takeToken(one), await limiter.takeToken(one)]).toEqual([0, 0]);
  expect(await limiter.takeToken(one)).toBeGreaterThan(0);
  expect(await limiter.takeToken(other)).toBe(0);
});
