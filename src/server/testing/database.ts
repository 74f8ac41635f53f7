import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type Database, openDatabase, openPool } from '#server/platform/db.ts';
import { migrate, readSchema } from '#server/platform/migrate.ts';
import {
  readStoredColumns,
  rememberColumns,
  RETURNED_COLUMNS_TABLE,
  type ReturnedColumns,
  storeRememberedColumns,
} from './returned-columns.ts';

export type TestDatabase = {
  /** The owner's connection string. */
  url: string;
  /** Connects as the product does: without a tenant, without ownership. */
  db: Database;
  /** Connects as the owner: sees everything, for arranging and asserting. */
  owner: pg.Pool;
};

/** A database of this file: a copy of the migrated template, dropped after the file's tests. */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = clusterUrl();
  const template = await migratedTemplate(cluster);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asOwner(cluster, (client) => client.query(`create database ${name} template ${template}`));
  const url = inDatabase(cluster, name);
  const [db, owner] = [
    openDatabase(url, { name: 'test', observe: rememberColumns }),
    openPool(url, { max: 4, name: 'test-owner' }),
  ];
  afterAll(async () => {
    const { rows } = await owner.query<{ rule: string }>(
      `select rule from verdicts union select rule from message_changes where rule is not null
       union select reason from messages where reason is not null
       union select exclusion from mailing_recipients where exclusion is not null`,
    );
    await Promise.all([db.destroy(), owner.end()]);
    await asOwner(cluster, async (client) => {
      const rules = rows.map(({ rule }) => rule);
      await client.query('insert into ledger_rules select unnest($1::text[]) on conflict do nothing', [rules]);
      await storeRememberedColumns(client);
      await client.query(`drop database if exists ${name} with (force)`);
    });
  });
  return { url, db, owner };
}

/** Rules in the ledgers of the test files that have ended. */
export async function rulesInLedgers(): Promise<Set<string>> {
  let rules: string[] = [];
  await asOwner(clusterUrl(), async (client) => {
    rules = (await client.query<{ rule: string }>('select rule from ledger_rules')).rows.map(({ rule }) => rule);
  });
  return new Set(rules);
}

/** Columns that SQL statements of the test files that have ended returned. */
export async function columnsOfStatements(): Promise<ReturnedColumns> {
  let columns: ReturnedColumns = new Map();
  await asOwner(clusterUrl(), async (client) => {
    columns = await readStoredColumns(client);
  });
  return columns;
}

function clusterUrl(): string {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (!cluster) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test or vitest at the root.');
  return cluster;
}

/** Creates the template once per cluster and schema, in the first process that needs it. */
async function migratedTemplate(cluster: string): Promise<string> {
  const schema = readSchema();
  const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 12);
  const name = `template_${hash}`;
  await asOwner(cluster, async (client) => {
    await client.query('select pg_advisory_lock(7316403)');
    await client.query('create table if not exists ledger_rules (rule text primary key)');
    await client.query(RETURNED_COLUMNS_TABLE);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
    await migrate(inDatabase(cluster, name), schema);
    await client.query(`alter database ${name} is_template true`);
  });
  return name;
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
