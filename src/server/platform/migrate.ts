import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as runQueueMigrations } from 'graphile-worker';
import { openPool } from './db.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Of the whole cluster; any fixed number that nobody else locks. */
const LOCK = 7_316_402;

/**
 * Brings the database to the newest schema. Safe to run from several processes at once: one works, the others wait.
 *
 * Each file of `migrations/` runs in a transaction of its own, in the order of its name, once. The queue's own
 * schema comes first: our functions call it.
 *
 * @returns names of the files that ran now
 */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const pool = openPool(url, { max: 2, name: 'frontdesk-migrate' });
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await runQueueMigrations({ pgPool: pool, logger: QUIET });
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const ran = new Set(rows.map((row) => row.name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    const waiting = files.filter((name) => !ran.has(name));
    for (const name of waiting) await runFile(client, name, await readFile(`${folder}/${name}`, 'utf8'));
    return waiting;
  } finally {
    client.release(true); // NOTE: closing the connection frees the lock, whatever happened
    await pool.end();
  }
}

async function runFile(
  client: { query: (text: string, values?: unknown[]) => Promise<unknown> },
  name: string,
  text: string,
) {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${String(cause)}`, { cause });
  }
}

const QUIET = new Logger(() => () => {});
