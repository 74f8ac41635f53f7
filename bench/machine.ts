import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ROOMS } from '#server/app/rooms.ts';
import { createContext } from '#server/app/context.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import type { Context } from '#server/platform/context/context.ts';
import { createLogger } from '#server/platform/deployment/logger.ts';
import { freePort } from '../scripts/free-ports.ts';

export const SECRET_KEY = '0123456789abcdef0123456789abcdef0123456789abcdef';

/** The product's context on a database, as a worker has it. */
export function benchContext(databaseUrl: string): { ctx: Context; close(): Promise<void> } {
  const config = readConfig({ DATABASE_URL: databaseUrl, FRONTDESK_SECRET_KEY: SECRET_KEY, LOG_LEVEL: 'error' });
  return createContext(config, ROOMS, { log: createLogger('error') });
}

/** A provider that answers at once or after a delay, in a process of its own. */
export async function startSink(delayMs = 0): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('sink.ts', import.meta.url)), [String(delayMs)]);
  const url = await new Promise<string>((resolve) => {
    child.once('message', (told: { url: string }) => resolve(told.url));
  });
  return { url, stop: () => void child.kill() };
}

/** Debian's redis-server, where it is on PATH; kept in memory alone, as fast as it goes. */
export async function startRedis(): Promise<{ port: number; stop(): void } | null> {
  const port = await freePort();
  const redis = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', tmpdir()], {
    stdio: 'ignore',
  });
  if (!(await isThere(redis))) return null;
  await sleep(500);
  return { port, stop: () => void redis.kill() };
}

function isThere(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

/** Resident memory of a process. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time that a process has used. */
export function cpuMs(pid: number): number {
  const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = numbers.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * TICK_MS;
}

/** Process ids of the database's sessions. */
export async function listSessions(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Starts to count the processor time of the database's sessions, which is what work takes where nothing else runs. */
export async function countSessionCpu(owner: pg.Pool): Promise<() => Promise<number>> {
  const before = new Map((await listSessions(owner)).map((pid) => [pid, cpuMs(pid)]));
  return async () => (await listSessions(owner)).reduce((sum, pid) => sum + cpuMs(pid) - (before.get(pid) ?? 0), 0);
}

/** Drops the index of the search, which takes most of the time that new contacts take. Neither audiences nor lists of mailings read it. */
export async function dropSearchIndex(client: pg.PoolClient): Promise<void> {
  await client.query('drop index if exists contacts_by_parts');
}
