import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type Database, openDatabase, openPool } from '#server/platform/db.ts';
import { migrate, readSchema } from '#server/platform/migrate.ts';

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
  const cluster = process.env['TEST_DATABASE_URL'];
  if (!cluster) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test or vitest at the root.');
  const template = await migratedTemplate(cluster);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asOwner(cluster, (client) => client.query(`create database ${name} template ${template}`));
  const url = inDatabase(cluster, name);
  const [db, owner] = [openDatabase(url, { name: 'test' }), openPool(url, { max: 4, name: 'test-owner' })];
  afterAll(async () => {
    await Promise.all([db.destroy(), owner.end()]);
    await asOwner(cluster, (client) => client.query(`drop database if exists ${name} with (force)`));
  });
  return { url, db, owner };
}

/** Creates the template once per cluster and schema, in the first process that needs it. */
async function migratedTemplate(cluster: string): Promise<string> {
  const schema = readSchema();
  const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 12);
  const name = `template_${hash}`;
  await asOwner(cluster, async (client) => {
    await client.query('select pg_advisory_lock(7316403)');
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
