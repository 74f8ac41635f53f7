import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, isRunning, listProcesses, signal } from './processes.ts';

/** Stops a server that still runs on this data although what started it is gone. */
export async function endOrphan(cluster: string): Promise<void> {
  const pid = lockOwner(cluster);
  if (!pid || !isRunning(pid, cluster)) return;
  signal(pid, 'SIGINT');
  for (let waitedMs = 0; isRunning(pid, cluster); waitedMs += 50) {
    if (waitedMs === 10_000) signal(pid, 'SIGQUIT');
    if (waitedMs === 20_000)
      throw new Error(`A PostgreSQL server (process ${pid}) holds ${cluster} and does not stop.`);
    await delay(50);
  }
}

/** The setting `cluster_name` of a server on this data: PostgreSQL writes it into the titles of its processes. */
export function clusterName(cluster: string): string {
  return `frontdesk-${hash('sha256', cluster).slice(0, 12)}`;
}

/**
 * Kills what is left of a server on this data whose main process is gone. A backend notices that when it next waits; one
 * that computes for minutes keeps the server's memory until then, and PostgreSQL refuses to start beside it.
 */
export function killBackends(cluster: string): void {
  const title = `postgres: ${clusterName(cluster)}:`;
  for (const { pid, command } of listProcesses()) if (command.startsWith(title)) signal(pid, 'SIGKILL');
}

/**
 * Removes a lock file that PostgreSQL itself would stumble over: one that is not readable, or that names a process which
 * is now another program (numbers are used again after a restart of the machine).
 */
export function removeStaleLock(cluster: string): void {
  const pid = lockOwner(cluster);
  if (pid === undefined) return;
  if (!pid || (isAlive(pid) && !isRunning(pid, cluster))) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** @returns undefined when there is no lock file, NaN when it cannot be read as one */
function lockOwner(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}
