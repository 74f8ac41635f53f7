import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder } from './running.ts';

let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test('a second start names where the first one runs', async () => {
  const first = await claimFolder(dataDir);
  first.tell('running', ['Cabinet  http://localhost:3000']);
  await expect(claimFolder(dataDir)).rejects.toThrow(
    `Frontdesk already runs in this folder (process ${process.pid}).\n  Cabinet  http://localhost:3000\n`,
  );
  first.release();
});

test('of two starts at once one is refused', async () => {
  const outcomes = await Promise.allSettled([claimFolder(dataDir), claimFolder(dataDir)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value.release();
});

test('one that is stopping is waited for', async () => {
  const first = await claimFolder(dataDir);
  first.tell('stopping');
  const second = claimFolder(dataDir);
  first.release();
  (await second).release();
});

test('a stopped one leaves no note', async () => {
  const claim = await claimFolder(dataDir);
  claim.release();
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false);
});

test.each([
  ['of a killed start', JSON.stringify({ id: 'gone', port: 1 })],
  ['that cannot be read', '{'],
])('a note %s is no hindrance', async (_, content) => {
  writeFileSync(join(dataDir, 'running.json'), content);
  (await claimFolder(dataDir)).release();
});

test('another program on the noted port is not taken for a start', async () => {
  const other = createServer((socket) => socket.end('SSH-2.0'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  writeFileSync(join(dataDir, 'running.json'), JSON.stringify({ id: 'gone', port }));
  (await claimFolder(dataDir)).release();
  other.close();
});
