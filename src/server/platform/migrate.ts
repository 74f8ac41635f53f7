import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as runQueueMigrations } from 'graphile-worker';
import { openPool } from './database/db.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const SERVER = fileURLToPath(new URL('../', import.meta.url));

/** Runs before all other files: functions grant rights to its roles and are created in its schema. */
const ROLES = 'platform/sql/roles.sql';

/** Advisory lock of migrations, across the whole cluster; any fixed number that no other code uses. */
const LOCK = 7_316_402;

export type SchemaFile = { name: string; text: string };

/**
 * The SQL files that make the schema.
 *
 * `functions` are repeatable: one function per file, `create or replace`. `migrations` run once, in order of their names:
 * first the tables of each room (`0010_tenants.sql`), then changes by their time (`202611221805_flows_add_color.sql`).
 */
export type Schema = { functions: SchemaFile[]; migrations: SchemaFile[] };

export function readSchema(): Schema {
  const functions = readFiles(SERVER, '*/sql/*.sql');
  return {
    functions: [...functions.filter(({ name }) => name === ROLES), ...functions.filter(({ name }) => name !== ROLES)],
    migrations: readFiles(MIGRATIONS, '*.sql'),
  };
}

/**
 * Brings the database to the newest schema. Safe to run from several processes at once: one works, the others wait.
 *
 * Each file runs in a transaction of its own. The queue's own schema comes first, because our functions call it.
 * A new function is created before the migrations, because tables may need it, with its body unchecked. After the
 * migrations each function whose file is new or changed is replaced, because it may need their tables and columns.
 *
 * @returns names of the migrations that ran and the functions that were replaced
 */
export async function migrate(url: string, schema = readSchema()): Promise<string[]> {
  const pool = openPool(url, { max: 2, name: 'frontdesk-migrate' });
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await runQueueMigrations({ pgPool: pool, logger: QUIET });
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const hashByName = new Map(rows.map(({ name, hash }) => [name, hash]));
    const isNew = ({ name }: SchemaFile) => !hashByName.has(name);
    const changed = [
      ...schema.migrations.filter(isNew),
      ...schema.functions.filter((file) => hashByName.get(file.name) !== hashOf(file)),
    ];
    for (const file of schema.functions.filter(isNew)) {
      await runFile(client, file, { before: 'set local check_function_bodies = off' });
    }
    for (const file of changed) await runFile(client, file, { isRecorded: true });
    return changed.map(({ name }) => name);
  } finally {
    client.release(true); // NOTE: closing the connection releases the lock, even after an error
    await pool.end();
  }
}

type Client = { query: (text: string, values?: unknown[]) => Promise<unknown> };

async function runFile(client: Client, file: SchemaFile, options: { before?: string; isRecorded?: boolean }) {
  try {
    await client.query('begin');
    if (options.before) await client.query(options.before);
    await client.query(file.text);
    if (options.isRecorded) {
      await client.query(
        `insert into migrations (name, hash) values ($1, $2)
         on conflict (name) do update set hash = excluded.hash, ran_at = excluded.ran_at`,
        [file.name, hashOf(file)],
      );
    }
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${file.name} failed: ${String(cause)}`, { cause });
  }
}

function readFiles(folder: string, pattern: string): SchemaFile[] {
  return globSync(pattern, { cwd: folder })
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

function hashOf({ text }: SchemaFile): string {
  return createHash('sha256').update(text).digest('hex');
}

const QUIET = new Logger(() => () => {});
