import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePorts } from '../scripts/free-ports.ts';

const root = dirname(import.meta.dirname);
let dataDir = '';
let started: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk start '));
});

afterEach(async () => {
  await Promise.all(started.map((child) => end(child, 'SIGTERM')));
  started = [];
  // NOTE: as root the database is elsewhere, where its user can reach it.
  const note = join(dataDir, 'postgres', 'elsewhere');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8'), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

test('the product starts, prints its addresses, and refuses a second start; after a kill of everything the next one finds its data and stops in order', async () => {
  const [port, worldPort] = await freePorts(2);
  const ports = { PORT: String(port), WORLD_PORT: String(worldPort) };
  const first = start(ports);
  await first.said('Ctrl-C stops everything');
  expect(first.output()).toContain(`Cabinet   http://localhost:${port}`);
  expect(first.output()).toContain(`Sandbox   http://localhost:${worldPort}`);
  expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200);
  expect((await fetch(`http://localhost:${port}/account/login`)).status).toBe(200);

  const second = start({});
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toContain(`Cabinet  http://localhost:${port}`);

  const key = secrets();
  await end(first.child, 'SIGKILL');
  const third = start(ports);
  await third.said('Ctrl-C stops everything');
  expect(secrets()).toBe(key);

  third.child.kill('SIGTERM');
  expect(await third.exitCode).toBe(0);
  await expect(fetch(`http://localhost:${port}/health`)).rejects.toThrow();
});

test('a port that was asked for and is taken is named, with one that is free', async () => {
  await using program = createServer().listen(0, 'localhost');
  await once(program, 'listening');
  const { port } = program.address() as AddressInfo;
  const refused = start({ PORT: String(port) });
  expect(await refused.exitCode).toBe(1);
  expect(refused.output()).toMatch(
    new RegExp(`Port ${port} is taken by another program. Choose another: PORT=\\d+ npm start`),
  );
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    env: { ...process.env, FRONTDESK_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    exitCode,
    output: () => text,
    /** Waits for a text in the output. */
    said: (part: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => text.includes(part) && resolve();
        child.stdout?.on('data', look);
        void exitCode.then((code) => reject(new Error(`It ended with ${code}:\n${text}`)));
        look();
      }),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await ended;
}

function secrets(): string {
  return readFileSync(join(dataDir, 'secrets.json'), 'utf8');
}
