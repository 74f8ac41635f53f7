import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { countLockWaits, testDatabase } from '#server/testing/server/database.ts';
import { openPool } from '#server/platform/database/db.ts';
import { keepHeartbeat } from './heartbeat.ts';

const { url, owner } = await testDatabase();

test('a stop while a heartbeat is written waits for it, leaves no row and reports nothing', async () => {
  const reported: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void reported.push(line) });
  const pool = openPool(url, { max: 2, name: 'test-heartbeat' });
  const stop = await keepHeartbeat(pool, { names: () => ['us'], isRunning: () => false }, log);

  const blocker = await owner.connect();
  await blocker.query('begin; lock table graphile_worker._private_jobs');
  await expect.poll(() => countLockWaits(owner), { interval: 20 }).toBeGreaterThan(0);
  const stopping = stop().then(() => 'stopped');
  expect(await Promise.race([stopping, sleep(200, 'waits')])).toBe('waits');
  await blocker.query('commit');
  blocker.release();
  await stopping;
  await pool.end();

  const { rows } = await owner.query('select worker_ids from workers');
  expect(rows).toEqual([]);
  expect(reported).toEqual([]);
});
