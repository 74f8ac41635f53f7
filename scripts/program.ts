import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ask.ts';
import { countPauses } from './pauses.ts';
import { Refusal } from './ports.ts';
import { isRunning, LEASH, leashEnv, signal } from './processes.ts';

const root = dirname(import.meta.dirname);

export type ProgramOptions = {
  name: string;
  /** From the root, e.g. `src/server/main.ts`. */
  script: string;
  args?: string[];
  env: Record<string, string | undefined>;
  /** Answers 200 when the program can be used. */
  healthUrl: string;
  logFile: string;
  /** Called for each line of its log. */
  onLine: (line: string) => void;
  /** Called when it ended although nobody asked; it is started again after the pause, in ms. */
  onCrash: (message: string, pauseMs: number) => void;
};

/** How long a program may take to finish what it has begun; it ends by itself a second earlier. */
const DRAIN_MS = 16_000;

export type Program = { ready: Promise<void>; stop(): Promise<void> };

/**
 * As deploy/Containerfile. V8 lets the space for new objects grow to twice 32 MB, which beginning alone fills; a small one
 * is collected before the buffers of uploads make V8 mark the whole heap. The space for old objects is first collected at
 * 64 MB instead of several hundred: what beginning leaves there is given back while the program works. See
 * docs/benchmarks.md.
 */
const HEAP = ['--max-semi-space-size=4', '--initial-old-space-size=64'];

const LOG_LIMIT_BYTES = 10_000_000;

/**
 * Starts a program and keeps it running until it is stopped: one that ends by itself is started again, with growing
 * pauses. It ends with this process, even when that is killed.
 */
export function runProgram(options: ProgramOptions): Program {
  let isStopping = false;
  const nextPause = countPauses();
  let pause: NodeJS.Timeout | undefined;
  if ((statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) {
    renameSync(options.logFile, `${options.logFile}.1`);
  }
  const log = followLog(options.logFile, options.onLine);
  let child = launch();
  const ready = untilHealthy(options, () => child).finally(log.look);

  function launch(): ChildProcess {
    const started = spawnProgram(options);
    const startedAt = performance.now();
    started.once('exit', (code, signal) => {
      if (isStopping) return;
      const pauseMs = nextPause(performance.now() - startedAt);
      ready.then(
        () => {
          if (isStopping) return;
          options.onCrash(`${options.name} ended by itself (${signal ?? `exit code ${code}`})`, pauseMs);
          pause = setTimeout(() => (child = launch()), pauseMs);
        },
        () => undefined,
      );
    });
    return started;
  }

  return {
    ready,
    stop: async () => {
      isStopping = true;
      clearTimeout(pause);
      await end(child);
      log.close();
      rmSync(pidFileOf(options.logFile), { force: true });
    },
  };
}

/**
 * Waits for what a killed start left behind: it drains by itself, and holds its port until then.
 *
 * @param logFile as it was given to `runProgram`
 */
export async function endLeftover(logFile: string): Promise<void> {
  const pidFile = pidFileOf(logFile);
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  for (let waitedMs = 0; isRunning(pid, LEASH); waitedMs += 50) {
    if (waitedMs === 1000) signal(pid, 'SIGTERM');
    if (waitedMs === DRAIN_MS) signal(pid, 'SIGKILL');
    await delay(50);
  }
  rmSync(pidFile, { force: true });
}

function pidFileOf(logFile: string): string {
  return logFile.replace(/\.log$/, '.pid');
}

function spawnProgram({ script, args = [], env, logFile }: ProgramOptions): ChildProcess {
  const log = openSync(logFile, 'a');
  const flags = [...HEAP, '--disable-warning=ExperimentalWarning', '--import', LEASH];
  const child = spawn(process.execPath, [...flags, join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...leashEnv(), ...env },
    // NOTE: straight into the file, so that its last words are kept when this process is killed.
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  child.on('error', () => undefined); // NOTE: 'exit' does not follow; `untilHealthy` sees that it has no pid
  child.channel?.unref();
  if (child.pid) writeFileSync(pidFileOf(logFile), String(child.pid));
  return child;
}

async function untilHealthy({ name, healthUrl, logFile }: ProgramOptions, current: () => ChildProcess): Promise<void> {
  const logFrom = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  await delay(0);
  for (;;) {
    const child = current();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      const said = readFileSync(logFile).subarray(logFrom).toString().slice(-4000);
      throw new Refusal(`${name} did not start. Its log (${logFile}) ends with:\n${said}`);
    }
    if ((await ask(healthUrl))?.status === 200) return;
    await delay(25);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
  await ended;
  clearTimeout(patience);
}

/** Reads what is appended from now on, line by line. */
function followLog(file: string, onLine: (line: string) => void): { look(): void; close(): void } {
  let position = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let rest = '';
  const decoder = new StringDecoder('utf8');
  const chunk = Buffer.alloc(65_536);
  const look = () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined || size === position) return;
    const input = openSync(file, 'r');
    for (let length = 1; length > 0; position += length) {
      length = readSync(input, chunk, 0, chunk.length, position);
      rest += decoder.write(chunk.subarray(0, length));
    }
    closeSync(input);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  };
  const timer = setInterval(look, 150);
  return {
    look,
    close: () => {
      clearInterval(timer);
      look();
    },
  };
}
