import { parseCronItems } from 'graphile-worker';
import type pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createContext } from '#server/app/context.ts';
import { countLockWaits, testDatabase } from '#server/testing/server/database.ts';
import { outageOf, recordedLog } from '#server/testing/server/outage.ts';
import { openDemoClock } from '#server/platform/deployment/clock.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import { cronItemOf, startJobs } from './job-runner.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';

const { url, owner } = await testDatabase();
const config = readConfig({ DATABASE_URL: url, FRONTDESK_SECRET_KEY: 'a'.repeat(64), LOG_LEVEL: 'silent' });
const { ctx, close } = createContext(config, []);
const outage = await outageOf(url);
afterAll(close);

const note = defineJob({ name: 'test.note', payload: z.object({ text: z.string() }) });
const keyed = defineJob({ name: 'test.keyed', payload: z.object({ text: z.string() }), key: () => 'one' });
const lined = defineJob({ name: 'test.lined', payload: z.object({ text: z.string() }), queue: () => 'one' });
const urgent = defineJob({ ...note, name: 'test.urgent', isUrgent: true });
const restarted = defineJob({ ...keyed, keyMode: 'replace' });

let running: { stop(): Promise<void> } | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await owner.query('delete from graphile_worker._private_jobs');
});

async function runNotes(): Promise<string[]> {
  const done: string[] = [];
  running = await startJobs(ctx, { takesCron: false }, (work) => {
    work(note, async (_ctx, { text }) => void done.push(text));
    work(keyed, async (_ctx, { text }) => void done.push(text));
  });
  return done;
}
const until = (isTrue: () => boolean) => expect.poll(isTrue, { interval: 20 }).toBe(true);
const untilTrue = (isTrue: () => Promise<boolean>) => expect.poll(isTrue, { interval: 20 }).toBe(true);
const queue = (job: typeof note, text: string, runAt?: Temporal.Instant) =>
  ctx.db.transaction().execute((tx) => enqueue({ tx }, job, { text }, runAt && { runAt }));
const untilBeat = async (client: pg.Client) => {
  const last = async () => (await client.query('select max(beat_at)::text as beat from workers')).rows[0].beat;
  const before = await last();
  await untilTrue(async () => (await last()) !== before);
};
const runTimes = async () =>
  (await owner.query('select run_at from graphile_worker._private_jobs')).rows.map((row) => String(row.run_at));

test('a job runs after the transaction that queued it, and not when that was rolled back', async () => {
  const done = await runNotes();
  const failed = ctx.db.transaction().execute(async (tx) => {
    await enqueue({ tx }, note, { text: 'rolled back' });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await queue(note, 'kept');
  await until(() => done.length > 0);
  expect(done).toEqual(['kept']);
});

test('a waiting job with the same key runs at the earlier of both times', async () => {
  const [soon, late] = [Temporal.Instant.from('2030-01-01T00:00:00Z'), Temporal.Instant.from('2031-01-01T00:00:00Z')];
  await queue(keyed, 'late', late);
  await queue(keyed, 'soon', soon);
  await queue(keyed, 'late again', late);
  expect(await runTimes()).toEqual([String(soon)]);
});

test.each(['while none waits', 'while one runs'])(
  'of two transactions that queue one key at once the earlier time holds, %s',
  async (state) => {
    const [soon, late] = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'].map((at) => Temporal.Instant.from(at));
    for (const [first, second] of [
      [soon, late],
      [late, soon],
    ]) {
      await owner.query('delete from graphile_worker._private_jobs');
      if (state === 'while one runs') {
        await queue(keyed, 'running');
        await owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'me', attempts = 1`);
      }
      const [isQueued, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const one = ctx.db.transaction().execute(async (tx) => {
        await enqueue({ tx }, keyed, { text: 'first' }, { runAt: first! });
        isQueued.resolve();
        await mayEnd.promise;
      });
      await isQueued.promise;
      const other = queue(keyed, 'second', second);
      await untilTrue(async () => (await countLockWaits(owner)) === 1);
      mayEnd.resolve();
      await Promise.all([one, other]);
      const { rows } = await owner.query('select run_at from graphile_worker._private_jobs where key is not null');
      expect(rows.map(({ run_at: runAt }) => String(runAt))).toEqual([String(soon)]);
    }
  },
);

test('a replacing key restarts the wait', async () => {
  const [soon, late] = [Temporal.Instant.from('2030-01-01T00:00:00Z'), Temporal.Instant.from('2031-01-01T00:00:00Z')];
  await queue(restarted, 'soon', soon);
  await queue(restarted, 'late', late);
  expect(await runTimes()).toEqual([String(late)]);
});

test('the application may queue jobs and see none', async () => {
  await expect(
    ctx.db
      .selectFrom('graphile_worker.jobs' as never)
      .selectAll()
      .execute(),
  ).rejects.toThrow(/permission denied/);
});

test('jobs locked under a name without a process are freed', async () => {
  await queue(note, 'left behind');
  await owner.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'nobody', attempts = 1`,
  );
  const done = await runNotes();
  await until(() => done.length > 0);
  expect(done).toEqual(['left behind']);
});

test('jobs of a process without a heartbeat are freed and run by another', async () => {
  await queue(note, 'left behind');
  await owner.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead-worker', attempts = 1`,
  );
  await owner.query(`insert into workers values ('dead', '{dead-worker}', now() - interval '10 seconds')`);
  const done = await runNotes();
  await until(() => done.includes('left behind'));
});

test('a job that the queue gave up without unlocking it runs again', async () => {
  const done = await runNotes();
  await owner.query(
    `with queued as (select graphile_worker.add_job('test.note', '{"text": "given up"}', run_at => now() + interval '1 hour') as job)
     select (queued.job).id from queued`,
  );
  await owner.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '5 seconds', run_at = now(), attempts = 1,
       locked_by = (select worker_ids[1] from workers where worker_ids <> '{}')`,
  );
  await until(() => done.includes('given up'));
});

test('a job queued under the key of one that runs is not lost, even if the running one is no longer locked', async () => {
  const done: string[] = [];
  running = await startJobs(ctx, { takesCron: false }, (work) => {
    work(keyed, async (_ctx, { text }) => {
      done.push(text);
      if (text !== 'first') return;
      // Another process took this one for dead and has no free worker.
      await owner.query(
        `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = 'infinity'`,
      );
      await queue(keyed, 'second', Temporal.Now.instant().add({ milliseconds: 500 }));
    });
  });
  await queue(keyed, 'first');
  await until(() => done.includes('second'));
});

test('an urgent job runs while every other worker is busy', async () => {
  const done: string[] = [];
  const [mayEnd, busy] = [Promise.withResolvers<void>(), ctx.config.workerConcurrency];
  let started = 0;
  running = await startJobs(ctx, { takesCron: false }, (work) => {
    work(note, async () => {
      started++;
      await mayEnd.promise;
    });
    work(urgent, async (_ctx, { text }) => void done.push(text));
  });
  try {
    for (let n = 0; n <= busy; n++) await queue(note, 'long');
    await until(() => started === busy);
    await queue(urgent, 'opt-out');
    await until(() => done.includes('opt-out'));
    expect(started).toBe(busy);
  } finally {
    mayEnd.resolve();
  }
});

test('a queue goes on after another process has completed the job that runs here', async () => {
  const done: string[] = [];
  running = await startJobs(ctx, { takesCron: false }, (work) => {
    work(lined, async (_ctx, { text }) => {
      if (text === 'first') await owner.query('delete from graphile_worker._private_jobs');
      done.push(text);
    });
  });
  await queue(lined, 'first');
  await until(() => done.includes('first'));
  await queue(lined, 'second');
  await until(() => done.includes('second'));
});

test('the first heartbeat after an outage does not free a job that has just started', async () => {
  const { observer, stop, start } = outage;
  const { log, untilLogged } = recordedLog();
  const [started, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  running = await startJobs({ ...ctx, log }, { takesCron: false }, (work) => {
    work(note, async () => {
      runs++;
      started.resolve();
      await mayEnd.promise;
    });
  });
  try {
    await stop();
    await untilLogged('heartbeat missed');
    // Blocks the next heartbeat until the job runs.
    await observer.query('begin; lock table workers');
    await start();
    await untilTrue(async () => {
      const waiting = await observer.query(
        `select from pg_locks where relation = 'workers'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return waiting.rowCount !== 0;
    });
    await queue(note, 'just begun');
    await started.promise;
    await observer.query('commit');
    for (let n = 0; n < 3; n++) await untilBeat(observer);
    const { rows } = await observer.query(
      'select locked_at is not null as is_locked from graphile_worker._private_jobs',
    );
    expect({ runs, rows }).toEqual({ runs: 1, rows: [{ is_locked: true }] });
  } finally {
    mayEnd.resolve();
  }
});

test('a job that the database failed under runs again as soon as it is back, however often', async () => {
  const { stop, start } = outage;
  const outages = [1, 2, 3, 4];
  const attempts: number[] = [];
  running = await startJobs(ctx, { takesCron: false }, (work) => {
    work(note, async () => {
      const nth = attempts.push(performance.now());
      if (nth > outages.length) return;
      await stop();
      setTimeout(() => void start(), 300);
      await ctx.db.transaction().execute((tx) => enqueue({ tx }, keyed, { text: 'not written' }));
    });
  });
  await queue(note, 'tried again');
  await until(() => attempts.length > outages.length);
});

test('a job that is done while the database is away runs once', async () => {
  const { observer, stop, start } = outage;
  let runs = 0;
  running = await startJobs(ctx, { takesCron: false }, (work) => {
    work(note, async () => {
      runs++;
      await stop();
    });
  });
  await queue(note, 'done');
  await until(() => runs > 0);
  const countRows = async () => (await observer.query('select from graphile_worker._private_jobs')).rowCount;
  await start();
  await expect.poll(countRows, { interval: 20 }).toBe(0);
  expect(runs).toBe(1);
});

test('advancing the demo clock moves waiting jobs earlier, for every process', async () => {
  const [here, there] = [await openDemoClock(url), await openDemoClock(url)];
  try {
    const done = await runNotes();
    await queue(note, 'tomorrow', here.now().add({ hours: 24 }));
    await here.advance(24 * 3_600_000);
    await until(() => done.includes('tomorrow'));
    await expect.poll(() => there.offsetMs()).toBe(24 * 3_600_000);
    await queue(note, 'queued after the turn', here.now());
    await until(() => done.includes('queued after the turn'));
  } finally {
    await owner.query('update demo_clock set offset_ms = 0');
    await Promise.all([here.close(), there.close()]);
  }
});

test('a failed daily job is retried; a job that repeats often has its next run as its retry', () => {
  const attemptsOf = (how: 'often' | 'daily') =>
    parseCronItems([cronItemOf('test.repeated', '13 3 * * *', how)])[0]?.options.maxAttempts;
  expect([attemptsOf('often'), attemptsOf('daily')]).toEqual([1, 10]);
});

test('a repeated job is known to the schedule by its name', async () => {
  running = await startJobs(ctx, { takesCron: true }, (_work, repeat) => {
    repeat('test.repeated', '17 3 * * *', async () => {});
  });
  const { rows } = await owner.query('select identifier from graphile_worker._private_known_crontabs');
  expect(rows).toEqual([{ identifier: 'test.repeated' }]);
});
