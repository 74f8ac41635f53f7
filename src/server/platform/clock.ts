import type pg from 'pg';
import { openPool } from './db.ts';

/** The product's time. Whatever is promised to customers and owners is counted by it; leases and timeouts by the machine's. */
export type Clock = { now(): Temporal.Instant };

/** The machine's time, in production. */
export const MACHINE_CLOCK: Clock = { now: machineNow };

/** As fine as the database keeps it: rounded there, what just happened would lie ahead of who reads it back. */
function machineNow(): Temporal.Instant {
  return Temporal.Now.instant().round({ smallestUnit: 'microsecond', roundingMode: 'floor' });
}

const CHANNEL = 'frontdesk_clock';

/** The demo's clock: the machine's time plus an offset all processes share through the database. */
export type DemoClock = Clock & {
  offsetMs(): number;
  /** Turns time forward for every process, and brings all waiting jobs nearer by as much. */
  turn(advanceMs: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the demo's clock and follows it.
 *
 * @param url of the owner: turning the clock moves the queue's rows
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
    async turn(advanceMs) {
      await turnForward(pool, advanceMs);
      await read();
    },
    async close() {
      await stopListening();
      await pool.end();
    },
  };
}

async function turnForward(pool: pg.Pool, advanceMs: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('update demo_clock set offset_ms = offset_ms + $1', [advanceMs]);
    await client.query(
      `update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 millisecond'
       where locked_at is null and run_at > now()`,
      [advanceMs],
    );
    await client.query(`select pg_notify('jobs:insert', '{"r":0,"count":1}')`); // NOTE: wakes the runners, which else look every poll interval
    await client.query(`select pg_notify($1, '')`, [CHANNEL]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Hears a NOTIFY channel, through lost connections.
 *
 * @param onNotice called with each payload, and with an empty one after a reconnect: something may have been missed
 */
export async function listen(
  pool: pg.Pool,
  channel: string,
  onNotice: (payload: string) => void,
): Promise<() => Promise<void>> {
  let isOpen = true;
  let client: pg.PoolClient | undefined;
  const connect = async () => {
    const fresh = await pool.connect();
    fresh.on('notification', (notice) => onNotice(notice.payload ?? ''));
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    await fresh.query(`listen ${channel}`);
    client = fresh;
  };
  const lost = (broken: pg.PoolClient) => {
    if (client !== broken) return;
    client = undefined;
    broken.release(true);
    void reconnect();
  };
  const reconnect = async () => {
    while (isOpen && !client) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      await connect().then(
        () => onNotice(''),
        () => {},
      );
    }
  };
  await connect();
  return async () => {
    isOpen = false;
    const last = client;
    client = undefined;
    last?.release(true);
  };
}
