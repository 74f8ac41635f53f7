import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Reader } from './reader.ts';

const MEGABYTE = 1_048_576;
const ROOT = new URL('../../../../', import.meta.url);
const ENTRY = fileURLToPath(new URL('process.ts', import.meta.url));

/** Only these can be read by the process, and nothing can be written; beside them Node.js denies it the network and programs. */
const READABLE = ['src/', 'node_modules/', 'package.json'];

/** The part of the memory that values of JavaScript may take; the rest are buffers and native code. */
const HEAP_SHARE = 0.75;
const WATCH_MS = 50;
/** Errors that a process writes are logged up to the first; one that writes more than the second is killed. */
const LOGGED_ERROR_BYTES = 2_000;
const MAX_ERROR_BYTES = 65_536;
/** Behind the server itself, which has 0. */
const LOWER_PRIORITY = 5;

export type ReaderProcess = {
  input: Writable;
  output: Readable;
  /** How the process ended, for the log. */
  ended(): string;
  /** Kills the process; resolves when it is gone. */
  kill(): Promise<void>;
};

type Program = Pick<Reader<never, unknown>, 'module' | 'limits' | 'usesNativeCode'>;

/** Starts the process of a reader. Nothing of the server's environment is passed on. */
export function startReaderProcess(reader: Program, options: string): ReaderProcess {
  const mostBytes = reader.limits.mostMegabytes * MEGABYTE;
  const args = [reader.module.href, options, String(mostBytes)];
  const child = spawn(process.execPath, [...flagsOf(reader), ENTRY, ...args], {
    env: {},
    cwd: fileURLToPath(ROOT),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const kill = () => child.kill('SIGKILL');
  const gone = new Promise((resolve) => {
    child.once('exit', resolve).once('error', resolve); // NOTE: an error is a process that could not be started
  });
  yieldToServer(child);
  const watch = watchMemory(child, mostBytes, kill);
  const errors = watchErrors(child, kill);
  child.stdin.on('error', () => undefined); // NOTE: a reader may end before it has read everything
  void gone.then(() => clearInterval(watch));
  return {
    input: child.stdin,
    output: child.stdout,
    ended: () => `exit ${child.exitCode}, signal ${child.signalCode}: ${errors()}`,
    async kill() {
      kill();
      await gone;
      for (const stream of child.stdio) stream?.destroy();
    },
  };
}

function flagsOf({ limits, usesNativeCode }: Program): string[] {
  return [
    `--max-old-space-size=${Math.floor(limits.mostMegabytes * HEAP_SHARE)}`,
    '--max-semi-space-size=8',
    '--disable-warning=PERM0001', // NOTE: it warns of --allow-addons, and the next of --allow-worker
    '--disable-warning=PERM0006',
    '--permission',
    '--allow-worker',
    ...(usesNativeCode ? ['--allow-addons'] : []),
    ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, ROOT))}`),
  ];
}

/** Lets the server's own work go first, and has a machine without memory end the reader, not the server. */
function yieldToServer({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOWER_PRIORITY);
  } catch {
    // The process is gone, or the machine has no priorities.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
}

/**
 * Watches the resident memory from outside, on machines that report it. The process watches itself too, everywhere:
 * this is for one whose native code was taken over.
 */
function watchMemory({ pid }: ChildProcess, mostBytes: number, exceed: () => void): NodeJS.Timeout {
  const check = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (kilobytes * 1_024 > mostBytes) exceed();
  };
  return setInterval(() => void check(), WATCH_MS).unref();
}

function watchErrors({ stderr }: ChildProcess, exceed: () => void): () => string {
  let logged = '';
  let bytes = 0;
  stderr?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (logged.length < LOGGED_ERROR_BYTES) logged += chunk.toString('utf8').slice(0, LOGGED_ERROR_BYTES);
    if (bytes > MAX_ERROR_BYTES) exceed();
  });
  return () => logged;
}
