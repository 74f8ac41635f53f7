import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from './free-ports.ts';
import { keepDatabase, type KeptDatabase } from './kept-database.ts';
import { countPauses } from './pauses.ts';
import { isAlive } from './processes.ts';
import { type Program, runProgram } from './program.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // NOTE: a database recovers, and a server starts

const PERSON = { email: 'owner@salon.example', password: 'a-long-password' };

let folder = '';
let origin = '';
let database: KeptDatabase;
let server: Program;
const endings: string[] = [];

/** As `npm start` does, without the demo. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
  const onEnd = (message: string) => void endings.push(message);
  database = await keepDatabase({ dataDir: join(folder, 'postgres'), durable: true }, onEnd);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = runServer(database.url, port, onEnd);
  await server.ready;
  const owner = { ...PERSON, confirmPassword: PERSON.password, phone: '+79161234567', clientHost: 'localhost' };
  expect(await post('register', owner)).toBe(200);
});

afterAll(async () => {
  await server.stop();
  await database.stop();
  rmSync(database.folder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test('a database whose main process is killed three times comes back each time, and the server goes on', async () => {
  const pid = serverPid();
  for (let kill = 1; kill <= 3; kill++) {
    const computing = await computeForMinutes();
    const killed = mainProcess();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => isAlive(killed)).toBe(false);
    await computing.failed;
    await untilAllIsWell();
  }
  expect(endings.filter((message) => message.startsWith('The database ended by itself'))).toHaveLength(3);
  expect(serverPid()).toBe(pid);
});

test('when a backend is killed, all others end with it, and the server goes on', async () => {
  const pid = serverPid();
  const computing = await computeForMinutes();
  process.kill(computing.pid, 'SIGKILL');
  await computing.failed;
  await untilAllIsWell();
  expect(serverPid()).toBe(pid);
});

test('a server that is killed again and again is started each time', async () => {
  for (let kill = 1; kill <= 5; kill++) {
    const pid = serverPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(serverPid, { timeout: 60_000 }).not.toBe(pid);
  }
  await untilAllIsWell();
});

test('a server that starts while its database is away answers 503, and starts when it is back', async () => {
  await database.stop();
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => ask('/health'), { timeout: 60_000 }).toBe(503);
  expect(serverPid()).not.toBe(pid);
  expect(await post('login', PERSON)).toBe(503);

  const options = { dataDir: join(folder, 'postgres'), durable: true, port: database.port };
  database = await keepDatabase(options, (message) => void endings.push(message));
  await untilAllIsWell();
});

test('what ends again and again is started after longer pauses, up to half a minute', () => {
  const nextPause = countPauses();
  expect(Array.from({ length: 10 }, () => nextPause(0))).toEqual([
    0, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect([nextPause(60_001), nextPause(0)]).toEqual([0, 250]);
});

function runServer(databaseUrl: string, port: number, onEnd: (message: string) => void): Program {
  return runProgram({
    name: 'The server',
    script: 'src/server/main.ts',
    healthUrl: `${origin}/health`,
    logFile: join(folder, 'server.log'),
    env: {
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      FRONTDESK_SECRET_KEY: '0'.repeat(64),
      FRONTDESK_DATA_DIR: folder,
    },
    onLine: () => undefined,
    onCrash: onEnd,
  });
}

/** The main process of the database, by its lock file. */
function mainProcess(): number {
  return Number.parseInt(readFileSync(join(database.folder, 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

function serverPid(): number {
  return Number(readFileSync(join(folder, 'server.pid'), 'utf8'));
}

/** A backend that computes does not notice by itself that its main process is gone. */
async function computeForMinutes(): Promise<{ pid: number; failed: Promise<void> }> {
  const client = new pg.Client(database.url);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const failed = expect(client.query('select count(*) from generate_series(1, 10000000000)')).rejects.toThrow();
  return { pid: rows[0]?.pid ?? 0, failed };
}

/** Waits until the server is healthy, its person can sign in, and a job that is queued now is done. */
async function untilAllIsWell(): Promise<void> {
  const patience = { timeout: 60_000, interval: 100 };
  await expect.poll(() => ask('/health'), patience).toBe(200);
  await expect.poll(() => post('login', PERSON), patience).toBe(200);
  const [job] = await query(`select (graphile_worker.add_job('delivery.sweep')).id::text`);
  const waiting = () => query('select from graphile_worker.jobs where id = $1', [job?.id]);
  await expect.poll(waiting, patience).toEqual([]);
}

async function query(text: string, values: unknown[] = []): Promise<{ id: string }[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query<{ id: string }>(text, values)).rows;
  } finally {
    await client.end();
  }
}

function post(call: 'register' | 'login', body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return ask(`/api/v1/account/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** @returns the status; 0 when nobody answers */
function ask(path: string, init?: RequestInit): Promise<number> {
  return fetch(`${origin}${path}`, init).then(
    ({ status }) => status,
    () => 0,
  );
}
