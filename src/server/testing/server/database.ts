import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type Database, openDatabase, openPool, type StatementObserver } from '#server/platform/database/db.ts';
import { migrate, readSchema } from '#server/platform/migrate.ts';
import {
  readStoredColumns,
  rememberColumns,
  RETURNED_COLUMNS_TABLE,
  type ReturnedColumns,
  storeRememberedColumns,
} from './returned-columns.ts';
import {
  PLANNED_STATEMENTS_TABLE,
  type PlannedStatements,
  readStoredStatements,
  rememberStatement,
  storeRememberedStatements,
} from './planned-statements.ts';

export type TestDatabase = {
  /** The owner's connection string. */
  url: string;
  /** Connects as the product does: without a tenant, without ownership. */
  db: Database;
  /** Connects as the owner: sees everything, for arranging and asserting. */
  owner: pg.Pool;
};

/**
 * Pools of tests. A statement is parsed and planned once per connection, which takes a quarter off the database's time;
 * each further connection would plan it again. Some tests make hundreds of calls at once, and on a busy machine the last
 * of them wait long for one of these few connections.
 */
export const TEST_POOL = { prepares: 'all', max: 4, waitMs: 60_000 } as const;

/** A database of this file: a copy of the migrated template, dropped after the file's tests. */
export async function testDatabase(): Promise<TestDatabase> {
  const { pool: cluster, template } = await (opened ??= openCluster());
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  // NOTE: copies files; the usual strategy writes each page through shared buffers and the log, which takes twice as long.
  await cluster.query(`create database ${name} template ${template} strategy file_copy`);
  // NOTE: otherwise the server keeps a plan after five uses, and most statements of a file run fewer.
  await cluster.query(`alter database ${name} set plan_cache_mode = force_generic_plan`);
  const url = inDatabase(clusterUrl(), name);
  const [db, owner] = [
    openDatabase(url, { ...TEST_POOL, name: 'test', observe: rememberAll }),
    openPool(url, { max: 4, waitMs: TEST_POOL.waitMs, name: 'test-owner' }),
  ];
  afterAll(async () => {
    const { rows } = await owner.query<{ rule: string }>(
      `select rule from verdicts union select rule from message_changes where rule is not null
       union select reason from messages where reason is not null
       union select exclusion from mailing_recipients where exclusion is not null`,
    );
    await Promise.all([db.destroy(), owner.end()]);
    const rules = rows.map(({ rule }) => rule);
    await cluster.query('insert into ledger_rules select unnest($1::text[]) on conflict do nothing', [rules]);
    await storeRememberedColumns(cluster);
    await storeRememberedStatements(cluster);
    await cluster.query(`drop database if exists ${name} with (force)`);
  });
  return { url, db, owner };
}

/** How many statements of the database wait for a lock that another transaction holds. */
export async function countLockWaits(owner: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/** Rules in the ledgers of the test files that have ended. */
export async function rulesInLedgers(): Promise<Set<string>> {
  const { pool } = await (opened ??= openCluster());
  const { rows } = await pool.query<{ rule: string }>('select rule from ledger_rules');
  return new Set(rows.map(({ rule }) => rule));
}

/** Columns that SQL statements of the test files that have ended returned. */
export async function columnsOfStatements(): Promise<ReturnedColumns> {
  return readStoredColumns((await (opened ??= openCluster())).pool);
}

/** Statements that the test files that have ended sent in transactions of one tenant, or of all. */
export async function statementsThatRan(): Promise<PlannedStatements> {
  return readStoredStatements((await (opened ??= openCluster())).pool);
}

/** Remembers what the tests that run after all others read. */
export const rememberAll: StatementObserver = (statement) => {
  rememberColumns(statement);
  rememberStatement(statement);
};

/** The database server of the test run, and the name of the migrated template on it. */
type Cluster = { pool: pg.Pool; template: string };

/** One per process, because a new connection takes the server as long as dozens of statements. */
let opened: Promise<Cluster> | undefined;

async function openCluster(): Promise<Cluster> {
  const pool = new pg.Pool({ connectionString: clusterUrl(), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {}); // NOTE: the server may end before this process
  return { pool, template: await migratedTemplate(pool) };
}

function clusterUrl(): string {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (!cluster) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test or vitest at the root.');
  return cluster;
}

/** Creates the template once per cluster and schema, in the first process that needs it. */
async function migratedTemplate(pool: pg.Pool): Promise<string> {
  const schema = readSchema();
  const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 12);
  const name = `template_${hash}`;
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(7316403)');
    await client.query('create table if not exists ledger_rules (rule text primary key)');
    await client.query(RETURNED_COLUMNS_TABLE);
    await client.query(PLANNED_STATEMENTS_TABLE);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return name;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
    await migrate(inDatabase(clusterUrl(), name), schema);
    await client.query(`alter database ${name} is_template true`);
    return name;
  } finally {
    client.release(true); // NOTE: ends the session, and with it the lock
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
