import { afterAll, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { createYclients } from './provider.ts';
import { sharedRateLimiter } from './rate-limiter.ts';

/** As the vendors publish them. */
const LIMITS = { callsPerSecond: 5, callsPerMinute: 200 };

const { url, owner } = await testDatabase();
const world = await simulateWorld();
const http = createHttpClient();
const pools = [1, 2].map(() => openDatabase(url, { max: 6 }));
afterAll(() => Promise.all([http.close(), ...pools.map((pool) => pool.destroy())]));

const [one, two] = pools.map((pool) =>
  createYclients({
    http: http.send,
    rateLimiter: sharedRateLimiter(pool, 'yclients', { ...LIMITS, egress: 'test' }),
    baseUrl: `${world.url}/yclients/api/v1`,
    partnerToken: 'partner-demo-token',
    partnerId: undefined,
  }),
);
const callerOf = (nth: number, isUrgent: boolean) => ({
  tenantId: TenantId.parse(`019a0000-0000-7000-8000-00000000000${nth}`),
  credentials: { userToken: 'user-demo-token' },
  isUrgent,
});
type RequestLog = { requests: { status: number }[] };

test('tenants and processes together stay within the vendor’s limits', async () => {
  const calls = Array.from({ length: 12 }, (_, nth) =>
    (nth % 2 ? one : two)!.missingRights(callerOf(nth % 3, true), '4564'),
  );
  const results = await Promise.all(calls);
  expect(results.filter((one) => !one.isOk)).toEqual([]);
  const { requests } = await world.control<RequestLog>('GET', '/log?channel=yclients');
  expect(requests.map(({ status }) => status)).toEqual(calls.map(() => 200));
});

test('each vendor of the platform has its own rate limit', async () => {
  const requester = { tenantId: callerOf(1, true).tenantId, isUrgent: true, signal: AbortSignal.abort() }; // does not wait
  const limiter = {
    yclients: sharedRateLimiter(pools[0]!, 'yclients', { ...LIMITS, egress: 'one' }),
    altegio: sharedRateLimiter(pools[0]!, 'altegio', { ...LIMITS, egress: 'one' }),
  };
  for (let nth = 0; nth < 5; nth++) expect(await limiter.yclients.take(requester)).toBe(0);
  expect(await limiter.yclients.take(requester)).toBeGreaterThan(0);
  expect(await limiter.altegio.take(requester)).toBe(0);
});

test('after a 429 no process calls before the vendor allows it', async () => {
  await world.control('DELETE', '/log?channel=yclients');
  await world.control('POST', '/fault', {
    channel: 'yclients',
    action: 'http',
    status: 429,
    headers: { 'retry-after': '2' },
  });
  await one!.missingRights(callerOf(1, true), '4564');
  await two!.missingRights(callerOf(2, true), '4564');
  const { requests } = await world.control<{ requests: { status: number; at: string }[] }>(
    'GET',
    '/log?channel=yclients',
  );
  expect(requests.map(({ status }) => status)).toEqual([429, 200, 200]);
  const [refused, ...allowed] = requests.map(({ at }) => Temporal.Instant.from(at).epochMilliseconds);
  expect(Math.min(...allowed) - refused!).toBeGreaterThanOrEqual(2_000);
});

test('a sync without a free slot gets a retry time and holds no slot', async () => {
  await owner.query(`update shared_limits set paused_until = now() + interval '1 hour'`);
  expect(await one!.missingRights(callerOf(1, false), '4564')).toMatchObject({
    isOk: false,
    trouble: 'unreachable',
    isTemporary: true,
    retryAfterMs: 1_000,
  });
  expect((await owner.query('select 1 from shared_limit_waiters')).rowCount).toBe(0);
});
