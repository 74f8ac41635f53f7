import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Stops a server that still runs on this data although what started it is gone. */
export async function endOrphan(cluster: string): Promise<void> {
  const pid = lockOwner(cluster);
  if (!pid || !isServerOf(pid, cluster)) return;
  signal(pid, 'SIGINT');
  for (let waitedMs = 0; isServerOf(pid, cluster); waitedMs += 50) {
    if (waitedMs === 10_000) signal(pid, 'SIGQUIT');
    if (waitedMs === 20_000)
      throw new Error(`A PostgreSQL server (process ${pid}) holds ${cluster} and does not stop.`);
    await delay(50);
  }
}

/**
 * Removes a lock file that PostgreSQL itself would stumble over: one that is not readable, or that names a process which
 * is now another program (numbers are used again after a restart of the machine).
 */
export function removeStaleLock(cluster: string): void {
  const pid = lockOwner(cluster);
  if (pid === undefined) return;
  if (!pid || (isAlive(pid) && !isServerOf(pid, cluster))) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** @returns undefined when there is no lock file, NaN when it cannot be read as one */
function lockOwner(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(cluster);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // NOTE: what `kill` throws always has a code
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // NOTE: it ended between the look and the call.
  }
}
