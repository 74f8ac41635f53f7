import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { migrate } from '#server/platform/migrate.ts';
import { startDatabase } from './database.ts';

/**
 * Writes the types of the tables from a freshly migrated database (`--check`: fails when they are not current).
 * `.kysely-codegenrc.json` names the output and its options.
 */
const root = dirname(import.meta.dirname);
const isCheck = process.argv.includes('--check');

const database = await startDatabase({ durable: false });
try {
  const url = database.url.replace(/\/[^/]*$/, '/generate');
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query('create database generate');
  await client.end();
  await migrate(url);
  process.exitCode = generate(url);
} finally {
  await database.stop();
}

function generate(url: string): number {
  const tool = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js');
  const done = spawnSync(process.execPath, [tool, '--url', url, ...(isCheck ? ['--verify'] : [])], {
    cwd: root,
    encoding: 'utf8',
  });
  if (done.status === 0) return 0;
  console.error(isCheck ? 'The database types are older than the migrations. Run: npm run generate' : '');
  console.error(done.stderr || done.stdout);
  return 1;
}
