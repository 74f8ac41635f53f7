import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startDatabase } from './database.ts';
import { freePort } from './free-ports.ts';

const root = dirname(import.meta.dirname);
const composeFile = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');

/** The user and the database of the compose file's connection string. */
const { user = '', name = '' } =
  /DATABASE_URL: postgres:\/\/(?<user>\w+):.*@database:5432\/(?<name>\w+)/.exec(composeFile)?.groups ?? {};

test(
  'as the database user of the compose file, with CREATEROLE alone, the product starts and registers an owner',
  {
    timeout: 180_000,
  },
  async () => {
    const databaseUrl = await emptyDatabaseOf(user, name);
    const { origin, server } = await startServer(databaseUrl);
    await untilHealthy(origin, server);

    const answer = await fetch(`${origin}/api/v1/account/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        email: 'owner@salon.example',
        password: 'a-long-password',
        confirmPassword: 'a-long-password',
        phone: '+79161234567',
        clientHost: 'localhost',
      }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('refreshToken')]);
    const tables = await query(
      databaseUrl,
      `select distinct relnamespace::regnamespace::text as schema from pg_class
     where relname in ('tenants', 'messages', 'verdicts')`,
    );
    expect(tables).toEqual([{ schema: 'public' }]);
  },
);

/** A server of its own, because the product's roles must not exist yet. */
async function emptyDatabaseOf(owner: string, database: string): Promise<string> {
  const server = await startDatabase({ durable: false });
  onTestFinished(() => server.stop());
  await query(server.url, `create role ${owner} login createrole password 'secret'`);
  await query(server.url, `create database ${database} owner ${owner}`);
  return `postgres://${owner}:secret@127.0.0.1:${server.port}/${database}`;
}

async function startServer(databaseUrl: string): Promise<{ origin: string; server: ChildProcess }> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      FRONTDESK_SECRET_KEY: '0'.repeat(64),
      FRONTDESK_DATA_DIR: folder,
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  return { origin, server };
}

async function untilHealthy(origin: string, server: ChildProcess): Promise<void> {
  const isHealthy = () =>
    fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`);
    await sleep(100);
  }
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
