import type pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { openPool } from './db.ts';
import { listen } from './listen.ts';

const { url, owner } = await testDatabase();

/** A pool of one connection; `before` runs between the opening of the nth connection, from 0, and its first statement. */
function poolWith(before: (nth: number, pid: number) => Promise<unknown>) {
  const pool = openPool(url, { max: 1, name: 'listener' });
  let opened = 0;
  const connect = async () => {
    const client = (await pool.connect()) as pg.PoolClient & { processID: number };
    await before(opened++, client.processID);
    return client;
  };
  return { pool, connecting: { connect } as Pick<pg.Pool, 'connect'>, countOpened: () => opened };
}

const terminate = (pid: number) => owner.query('select pg_terminate_backend($1, 5000)', [pid]);

async function terminateListener(): Promise<void> {
  await owner.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'listener'`);
}

test('a connection that is lost before it listens is given back, and the next one listens', async () => {
  const { pool, connecting, countOpened } = poolWith(async (nth, pid) => nth === 1 && terminate(pid));
  const notices: string[] = [];
  const stop = await listen(connecting, 'a_channel', (payload) => notices.push(payload));
  await terminateListener();
  await expect.poll(() => notices).toEqual(['']);
  await owner.query(`notify a_channel, 'hello'`);
  await expect.poll(() => notices).toEqual(['', 'hello']);
  expect(countOpened()).toBe(3);
  await stop();
  await pool.end();
});

test('a connection that opens after listening was stopped is given back', async () => {
  const [opened, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { pool, connecting } = poolWith(async (nth) => {
    if (nth === 0) return;
    opened.resolve();
    await stopped.promise;
  });
  const notices: string[] = [];
  const stop = await listen(connecting, 'a_channel', (payload) => notices.push(payload));
  await terminateListener();
  await opened.promise;
  await stop();
  stopped.resolve();
  await pool.end();
  expect(notices).toEqual([]);
});
