import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Preloaded, with `leashEnv` and a channel to this process, it makes a child end with this process. */
export const LEASH = join(import.meta.dirname, 'leash.ts');

export function leashEnv(): { FRONTDESK_LEASH: string } {
  return { FRONTDESK_LEASH: String(process.pid) };
}

/** Whether a process runs whose command line holds a text: its number alone may by now belong to another program. */
export function isRunning(pid: number, text: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(text);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // NOTE: what `kill` throws always has a code
  }
}

/** Signals a process that may have ended in this moment. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // NOTE: it ended between the look and the call.
  }
}

/** The processes of this machine with their titles, or their command lines. */
export function listProcesses(): { pid: number; command: string }[] {
  if (existsSync('/proc/self/cmdline'))
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), command: commandOf(Number(name)) }));
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), command }] : [];
  });
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}
