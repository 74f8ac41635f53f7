import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../scripts/free-ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Megabytes without the database: the own memory of npm and all it started; of that the server's; and all that is resident
 * for the server, with what it shares with other processes.
 */
type Memory = { family: number; server: number; serverResident: number };

/** V8 gives back what beginning needed half a minute later at the earliest, so this still holds most of it. */
const REST_MS = 20_000;

/** `npm start` on data that is there already: until the first page, and memory at rest. */
export async function startFigures(): Promise<{ firstMs: number; warmMs: number; memory: Memory | null }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-start-'));
  try {
    const first = await startOnce(dataDir);
    await untilPastIsMade(dataDir);
    await first.stop();
    const warm = await startOnce(dataDir);
    await sleep(REST_MS);
    const memory = memoryOf(warm.pid);
    await warm.stop();
    return { firstMs: first.tookMs, warmMs: warm.tookMs, memory };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const GIVE_UP_MS = 180_000;

/** The demo's past is made by a process of its own, after the first page; a start that finds none makes it again. */
async function untilPastIsMade(dataDir: string) {
  const log = join(dataDir, 'logs', 'server.log');
  const startedAt = performance.now();
  while (!readFileSync(log, 'utf8').includes('the demo cabinet has its past')) {
    if (performance.now() - startedAt > GIVE_UP_MS) throw new Error(`The demo got no past; see ${log}.`);
    await sleep(200);
  }
}

/** Runs `npm start` on a folder of data, until the first page. */
export async function startOnce(
  dataDir: string,
): Promise<{ url: string; worldUrl: string; tookMs: number; pid: number; stop(): Promise<void> }> {
  const [port, world, smtp] = await freePorts(3);
  const env = {
    ...process.env,
    FRONTDESK_DATA_DIR: dataDir,
    PORT: String(port),
    WORLD_PORT: String(world),
    WORLD_SMTP_PORT: String(smtp),
  };
  const startedAt = performance.now();
  const program = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore', detached: true });
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const { pid } = program;
  if (pid === undefined) throw new Error('npm start did not start');
  while (!(await isPage(`http://localhost:${port}/account/login`))) {
    if (performance.now() - startedAt > GIVE_UP_MS) throw new Error('npm start showed no page.');
    await sleep(25);
  }
  return {
    url: `http://localhost:${port}`,
    worldUrl: `http://localhost:${world}`,
    tookMs: performance.now() - startedAt,
    pid,
    async stop() {
      process.kill(-pid, 'SIGINT');
      await ended;
    },
  };
}

const isPage = (url: string) =>
  fetch(url).then(
    async (answer) => answer.ok && (await answer.text()).includes('<html'),
    () => false,
  );

/** Memory of a program and all it started, the database left out. Read from Linux's /proc; null elsewhere. */
function memoryOf(root: number): Memory | null {
  try {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(readProcess);
    const known = all.filter((one) => one !== null);
    const family = new Set([root]);
    // NOTE: a set that grows while it is walked is walked to its end.
    for (const pid of family) {
      for (const child of known.filter(({ parent }) => parent === pid)) family.add(child.pid);
    }
    const ours = known.filter(({ pid, name }) => family.has(pid) && name !== 'postgres');
    const server = ours.find(({ command }) => command.includes('src/server/main.ts'));
    if (!server) return null;
    const own = ours.reduce((sum, { ownKilobytes }) => sum + ownKilobytes, 0);
    return {
      family: megabytes(own),
      server: megabytes(server.ownKilobytes),
      serverResident: megabytes(server.residentKilobytes),
    };
  } catch {
    return null;
  }
}

const megabytes = (kilobytes: number) => Math.round(kilobytes / 1_024);

type Process = {
  pid: number;
  parent: number;
  name: string;
  command: string;
  ownKilobytes: number;
  residentKilobytes: number;
};

function readProcess(pid: string): Process | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '0';
    // NOTE: pages shared between processes count once a process in VmRSS; what is its own is what it costs.
    const own = /^Private_(?:Clean|Dirty):\s*(\d+)/gm;
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return {
      pid: Number(pid),
      parent: Number(field('PPid')),
      name: field('Name'),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      ownKilobytes: [...rollup.matchAll(own)].reduce((sum, match) => sum + Number(match[1]), 0),
      residentKilobytes: Number(field('VmRSS')),
    };
  } catch {
    return null;
  }
}
