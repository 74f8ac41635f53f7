import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatabase } from './database.ts';
import { isAlive } from './processes.ts';

let dataDir = '';
let helpers: ChildProcess[] = [];

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'frontdesk-test ')), 'postgres');
});

afterEach(() => {
  for (const helper of helpers) helper.kill('SIGKILL');
  helpers = [];
  rmSync(placeOfData(), { recursive: true, force: true });
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

test('what was written is there after a restart', async () => {
  const first = await startDatabase({ dataDir, durable: true });
  await query(first.url, 'create table kept as select 7 as number');
  await first.stop();

  const second = await startDatabase({ dataDir, durable: true });
  expect(await query(second.url, 'select number from kept')).toEqual([{ number: 7 }]);
  await second.stop();
});

test('the server ends when the process that started it is killed', async () => {
  const helper = await startInOtherProcess();
  const server = serverPid();
  helper.kill('SIGKILL');
  await until(() => !isAlive(server));
});

test('a server that outlived its process is replaced by the next start', async () => {
  await startInOtherProcess();
  const orphan = serverPid();

  const next = await startDatabase({ dataDir, durable: true });
  expect(isAlive(orphan)).toBe(false);
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await next.stop();
});

test('a start recovers from a killed server', async () => {
  await startInOtherProcess();
  process.kill(serverPid(), 'SIGKILL');

  const next = await startDatabase({ dataDir, durable: true });
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await next.stop();
});

test.each([
  ['names another program', () => `${process.pid}\n`],
  ['is empty', () => ''],
])('a lock file that %s does not stop a start', async (_, content) => {
  const first = await startDatabase({ dataDir, durable: true });
  await first.stop();
  writeFileSync(join(first.folder, 'cluster', 'postmaster.pid'), content());

  const second = await startDatabase({ dataDir, durable: true });
  await second.stop();
});

test('an incomplete cluster is created again', async () => {
  const first = await startDatabase({ dataDir, durable: true });
  await first.stop();
  rmSync(join(first.folder, 'cluster'), { recursive: true });
  writeFileSync(join(first.folder, 'cluster.new'), 'what a killed initdb left');

  const second = await startDatabase({ dataDir, durable: true });
  expect(await query(second.url, 'select current_database() as name')).toEqual([{ name: 'frontdesk' }]);
  await second.stop();
});

test('data of another major version is refused in words', async () => {
  const first = await startDatabase({ dataDir, durable: true });
  await first.stop();
  writeFileSync(join(first.folder, 'cluster', 'PG_VERSION'), '12\n');
  await expect(startDatabase({ dataDir, durable: true })).rejects.toThrow('was written by PostgreSQL 12');
});

test('where a folder was removed and made again, the data of the first is not taken for its own', async () => {
  const first = await startDatabase({ dataDir, durable: true });
  await query(first.url, 'create table kept as select 7 as number');
  await first.stop();
  rmSync(dataDir, { recursive: true });

  const second = await startDatabase({ dataDir, durable: true });
  expect(existsSync(first.folder)).toBe(first.folder === second.folder);
  await expect(query(second.url, 'select number from kept')).rejects.toThrow('does not exist');
  await second.stop();
});

test('a database for tests leaves nothing behind', async () => {
  const database = await startDatabase({ durable: false });
  expect(existsSync(database.folder)).toBe(true);
  await database.stop();
  expect(existsSync(database.folder)).toBe(false);
});

async function startInOtherProcess(): Promise<ChildProcess> {
  const script =
    `const { startDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'database.ts'))});` +
    `const { folder } = await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, durable: true });` +
    'console.log(folder); setInterval(() => {}, 1e6);';
  const helper = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  helpers.push(helper);
  await new Promise((resolve, reject) => {
    helper.stdout.once('data', resolve);
    helper.once('exit', () => reject(new Error('the helper ended by itself')));
  });
  return helper;
}

function serverPid(): number {
  return Number.parseInt(readFileSync(join(placeOfData(), 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

/** As root the data is elsewhere: PostgreSQL's user cannot reach a folder of root's. */
function placeOfData(): string {
  const note = join(dataDir, 'elsewhere');
  return existsSync(note) ? readFileSync(note, 'utf8') : dataDir;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}
