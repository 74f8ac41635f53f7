import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openPool } from '#server/platform/database/db.ts';
import { listen } from '#server/platform/database/listen.ts';

/**
 * The product's time. Everything that contacts and owners see is timed by it; leases and timeouts use the machine's
 * time.
 */
export type Clock = { now(): Temporal.Instant };

/** The machine's time, in production. */
export const MACHINE_CLOCK: Clock = { now: machineNow };

/** Rounds to the precision of the database. A finer instant would lie after the same instant read back from a row. */
function machineNow(): Temporal.Instant {
  return Temporal.Now.instant().round({ smallestUnit: 'microsecond', roundingMode: 'floor' });
}

const CHANNEL = 'frontdesk_clock';

/** The demo's clock: the machine's time plus an offset that all processes share through the database. */
export type DemoClock = Clock & {
  offsetMs(): number;
  /** Moves the time forward in every process, and all waiting jobs earlier by as much. */
  advance(advanceMs: number): Promise<void>;
  /** Waits until no job is due, or for this long. */
  settle(withinMs: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the demo's clock and follows changes of its offset.
 *
 * @param url of the owner role: an advance of the clock updates the queue's rows
 */
export async function openDemoClock(url: string): Promise<DemoClock> {
  const pool = openPool(url, { max: 2, name: 'frontdesk-clock' });
  let offsetMs = 0;
  const read = async () => {
    const { rows } = await pool.query<{ offset_ms: number }>('select offset_ms from demo_clock');
    offsetMs = rows[0]?.offset_ms ?? 0;
  };
  await read();
  const stopListening = await listen(pool, CHANNEL, () => void read().catch(() => {}));
  return {
    now: () => machineNow().add({ milliseconds: offsetMs }),
    offsetMs: () => offsetMs,
    async advance(advanceMs) {
      await advanceClock(pool, advanceMs);
      await read();
    },
    async settle(withinMs) {
      const endsAt = performance.now() + withinMs;
      for (let idle = 0; idle < IDLE_POLLS && performance.now() < endsAt; await sleep(POLL_MS))
        idle = (await hasDueJob(pool)) ? 0 : idle + 1;
    },
    async close() {
      await stopListening();
      await pool.end();
    },
  };
}

const POLL_MS = 50;
/** An event stored by one job is handed to the next within this many polls. */
const IDLE_POLLS = 2;

/** Whether a job runs, or will within a moment: polls start a little after each other. */
async function hasDueJob(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    `select exists (
       select from graphile_worker._private_jobs
       where run_at <= now() + interval '500 milliseconds' and attempts < max_attempts
     ) as has`,
  );
  return rows[0]?.has ?? false;
}

async function advanceClock(pool: pg.Pool, advanceMs: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // NOTE: a transaction that queues a job computes its time with the offset; it ends before the offset changes, or its
    // job would run late by the whole advance.
    await client.query('lock table demo_clock in access exclusive mode');
    await client.query('update demo_clock set offset_ms = offset_ms + $1', [advanceMs]);
    await client.query(
      `update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 millisecond'
       where locked_at is null and run_at > now()`,
      [advanceMs],
    );
    await client.query(`select pg_notify('jobs:insert', '{"r":0,"count":1}')`); // NOTE: wakes the runners, which otherwise poll at their interval
    await client.query(`select pg_notify($1, '')`, [CHANNEL]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
