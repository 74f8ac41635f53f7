import { expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/db.ts';
import { pauseLimit, acquireSlot } from './shared-limit.ts';
import { testDatabase } from '#server/testing/server/database.ts';

const { url, db, owner } = await testDatabase();
const now = { isUrgent: true, waitMs: 20_000 };
const later = { isUrgent: false, waitMs: 20_000 };

/** Times at which calls were allowed, in milliseconds, oldest first. */
async function takenAt(key: string): Promise<number[]> {
  const { rows } = await owner.query<{ at: string }>(
    `select extract(epoch from at) * 1000 as at from shared_limits, unnest(taken_at) at where key = $1 order by 1`,
    [key],
  );
  return rows.map(({ at }) => Number(at));
}

function busiest(times: number[], periodMs: number): number {
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + periodMs).length));
}

test('processes that share a limit never exceed it together, in any window', async () => {
  const limit = {
    key: 'together',
    windows: [
      { limit: 3, periodMs: 200 },
      { limit: 8, periodMs: 1_000 },
    ],
  };
  const pools = [1, 2, 3].map(() => openDatabase(url, { max: 4 }));
  const calls = pools.flatMap((pool, nth) =>
    Array.from({ length: 4 }, () => acquireSlot(pool, limit, { ...now, client: `tenant ${nth}` })),
  );
  expect(await Promise.all(calls)).toEqual(calls.map(() => 0));
  await Promise.all(pools.map((pool) => pool.destroy()));

  const times = await takenAt('together');
  expect(busiest(times, 200)).toBeLessThanOrEqual(3);
  expect(busiest(times, 1_000)).toBeLessThanOrEqual(8);
});

test('a client with many calls does not starve one with few', async () => {
  const limit = { key: 'fair', windows: [{ limit: 2, periodMs: 20 }] };
  const order: string[] = [];
  const acquireAll = async (client: string) => {
    await acquireSlot(db, limit, { ...later, client });
    order.push(client);
  };
  const greedy = Array.from({ length: 8 }, () => acquireAll('greedy'));
  await Promise.race(greedy);
  const modest = Array.from({ length: 3 }, () => acquireAll('modest'));
  await Promise.all([...greedy, ...modest]);

  expect(order.lastIndexOf('modest')).toBeLessThan(8);
});

test('urgent calls go before background calls', async () => {
  const limit = { key: 'urgent', windows: [{ limit: 2, periodMs: 20 }] };
  const order: string[] = [];
  const syncs = Array.from({ length: 8 }, (_, nth) =>
    acquireSlot(db, limit, { ...later, client: `sync ${nth}` }).then(() => order.push('sync')),
  );
  await Promise.race(syncs);
  await acquireSlot(db, limit, { ...now, client: 'sync 0' }).then(() => order.push('confirm'));
  await Promise.all(syncs);

  expect(order.indexOf('confirm')).toBeLessThan(5);
});

test('a part of the limit is reserved for urgent calls', async () => {
  const limit = { key: 'kept', windows: [{ limit: 5, periodMs: 10_000 }] };
  const acquire = (urgency: typeof now) => acquireSlot(db, limit, { ...urgency, client: 'tenant', waitMs: 0 });
  expect([await acquire(later), await acquire(later), await acquire(later), await acquire(later)]).toEqual([
    0, 0, 0, 0,
  ]);
  expect(await acquire(later)).toBeGreaterThan(0);
  expect(await acquire(now)).toBe(0);
});

test('when the service requests a pause, every process pauses', async () => {
  const limit = { key: 'silence', windows: [{ limit: 5, periodMs: 1_000 }] };
  await pauseLimit(db, 'silence', 60_000);
  expect(await acquireSlot(db, limit, { ...now, client: 'a', waitMs: 0 })).toBe(1_000);
  expect(await acquireSlot(db, limit, { ...now, client: 'b', waitMs: 0 })).toBe(1_000);
});

test('a slot of a dead process blocks no other', async () => {
  await owner.query(
    `insert into shared_limit_waiters values ('dead', gen_random_uuid(), 'gone', true, now(), now() - interval '4 seconds')`,
  );
  const limit = { key: 'dead', windows: [{ limit: 5, periodMs: 1_000 }] };
  expect(await acquireSlot(db, limit, { ...now, client: 'a', waitMs: 0 })).toBe(0);
});
