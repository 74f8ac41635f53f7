import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, embeddedBinaries, systemBinaries } from './database-binaries.ts';
import { type Place, lastingPlace, passingPlace } from './database-place.ts';
import { clusterName, endOrphan, killBackends, removeStaleLock } from './database-orphan.ts';
import { freePort } from './free-ports.ts';

/** A PostgreSQL server that belongs to this process: it ends with it, even when it is killed. */
export type Database = {
  /** Connection string of the owner, who may do everything. */
  url: string;
  port: number;
  /** Where the data and the log are. */
  folder: string;
  /** Settles when the server ends, asked or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

export type DatabaseOptions = {
  /** Where the data stays between starts. Left out: in a temporary folder, removed at the end. */
  dataDir?: string;
  /** Whether commits survive a power cut; tests do without, for speed. */
  durable: boolean;
  /** `system` takes the server found on PATH. */
  binaries?: 'embedded' | 'system';
  /** Further settings, e.g. `{ log_statement: 'all' }`. */
  settings?: Record<string, string>;
  /** The port to use again; a free one when left out. */
  port?: number;
};

const HOST = '127.0.0.1';
const OWNER = 'postgres';

const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // NOTE: named, because a machine may have no more than the C locale and a server that starts with another refuses.
  lc_messages: 'C',
};

const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '512MB',
};

/**
 * Starts PostgreSQL on a free port of this machine and waits until it answers.
 *
 * The remains of a killed process are cleared away first: a server still running on the same data is stopped.
 *
 * @throws Error with a sentence for people, and the end of the server's log, when it does not start
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const place = options.dataDir ? lastingPlace(options.dataDir) : passingPlace(options.durable);
  const binaries = options.binaries === 'system' ? systemBinaries(place.account) : embeddedBinaries(place.account);
  if (!binaries) throw new Error('No PostgreSQL server (initdb and postgres) was found on PATH.');

  const cluster = join(place.folder, 'cluster');
  await endOrphan(cluster);
  const isNew = !existsSync(cluster);
  if (isNew) await createCluster(binaries, place, options.durable);
  refuseOtherVersion(cluster, binaries);
  const password = readFileSync(join(place.folder, 'password'), 'utf8');
  const settings = { ...SETTINGS, ...(options.durable ? {} : NOT_DURABLE), ...options.settings };
  const { server, port } = await launch(binaries, place, settings, options.port);
  if (isNew && options.durable) void syncCluster(binaries, place);
  const leash = holdLeash(server, place, options.dataDir ? null : place.folder);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  return {
    url: `postgres://${OWNER}:${password}@${HOST}:${port}/${options.dataDir ? 'frontdesk' : 'postgres'}`,
    port,
    folder: place.folder,
    ended,
    stop: async () => {
      await stop(server, ended);
      leash.kill('SIGKILL');
      if (!options.dataDir) rmSync(place.folder, { recursive: true, force: true });
    },
  };
}

/** Made aside and renamed, so that a half-made one is never taken for data. */
async function createCluster(binaries: Binaries, { folder, account }: Place, durable: boolean): Promise<void> {
  const draft = join(folder, 'cluster.new');
  const passwordFile = join(folder, 'password');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  for (const path of account ? [draft, passwordFile] : []) chownSync(path, account?.uid ?? 0, account?.gid ?? 0);

  const isBuiltin = binaries.majorVersion >= 17;
  await runAs(account, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    // NOTE: a plain password over loopback spares each test connection the thousands of hashes of SCRAM.
    `--auth=${durable ? 'scram-sha-256' : 'password'}`,
    '--encoding=UTF8',
    ...(isBuiltin ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']),
    '--no-sync',
  ]);
  if (durable) await runAs(account, binaries.postgres, ['--single', '-D', draft, OWNER], 'create database frontdesk\n');
  renameSync(draft, join(folder, 'cluster'));
}

/** Puts a new cluster safely on the disk while it is used already: on a busy disk that takes longer than all the rest. */
async function syncCluster(binaries: Binaries, { folder, account }: Place): Promise<void> {
  // NOTE: it may be cut off by a stop; the server's own checkpoints keep what was written since.
  await runAs(account, binaries.initdb, ['--sync-only', `--pgdata=${join(folder, 'cluster')}`]).catch(() => undefined);
}

function runAs(account: Place['account'], command: string, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...account, cwd: '/', env: serverEnv() });
    let said = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += String(chunk)));
    child.stdin.on('error', () => undefined); // NOTE: it ended before it read; its exit code tells
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database could not be created:\n${said}`));
    });
  });
}

function refuseOtherVersion(cluster: string, { majorVersion }: Binaries): void {
  const version = Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'));
  if (version === majorVersion) return;
  throw new Error(
    `The data in ${cluster} was written by PostgreSQL ${version}; this is ${majorVersion}, which cannot read it. ` +
      `Dump it with version ${version} and restore it, or move the folder away to begin afresh.`,
  );
}

type Launched = { server: ChildProcess; port: number };

async function launch(
  binaries: Binaries,
  place: Place,
  settings: Record<string, string>,
  wantedPort: number | undefined,
): Promise<Launched> {
  const cluster = join(place.folder, 'cluster');
  const logFile = join(place.folder, 'postgres.log');
  for (let attempt = 1; ; attempt++) {
    removeStaleLock(cluster);
    killBackends(cluster);
    const port = wantedPort ?? (await freePort());
    const logFrom = startLog(logFile);
    const own = { port: String(port), cluster_name: clusterName(cluster) };
    const server = spawnServer(binaries, place, { ...settings, ...own }, logFile);
    if (await isReady(server, cluster)) return { server, port };
    const said = readFileSync(logFile, 'utf8').slice(logFrom);
    // NOTE: killed backends need a moment to end, and hold the memory of their server until then.
    const isPassing = /could not bind|still in use|lock file .* already exists/.test(said);
    if (!isPassing || attempt === 20) throw new Error(`PostgreSQL did not start. Its log (${logFile}) says:\n${said}`);
    await delay(500);
  }
}

function spawnServer(
  { postgres }: Binaries,
  { folder, account }: Place,
  settings: Record<string, string>,
  log: string,
) {
  const output = openSync(log, 'a');
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(postgres, ['-D', join(folder, 'cluster'), ...args], {
    ...account,
    cwd: '/',
    env: serverEnv(),
    stdio: ['ignore', output, output],
    detached: true, // NOTE: Ctrl-C must not reach it: what uses the database stops first.
  });
  closeSync(output);
  return server;
}

/** The server writes into its lock file when it accepts connections. */
async function isReady(server: ChildProcess, cluster: string): Promise<boolean> {
  let failed = false;
  server.once('error', () => (failed = true));
  server.once('exit', () => (failed = true));
  for (;;) {
    if (failed) return false;
    const lock = readLines(join(cluster, 'postmaster.pid'));
    if (Number(lock[0]) === server.pid && lock[7]?.trim() === 'ready') return true;
    await delay(5);
  }
}

/**
 * Stops the server when this process is gone, however it went.
 *
 * A shell waits for the end of its input, which only this process holds open. It is the one thing that outlives a
 * `kill -9`; a second Node for it would cost fifty times the memory.
 *
 * @param passing a folder to remove afterwards
 */
function holdLeash(server: ChildProcess, { account }: Place, passing: string | null): ChildProcess {
  // NOTE: a process that nobody collects still counts as alive, so the wait for its end has an end of its own.
  const script =
    'cat >/dev/null; kill -INT "$1" 2>/dev/null; ' +
    '[ -n "$2" ] || exit; tries=100; ' +
    'while [ $tries -gt 0 ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; tries=$((tries - 1)); done; rm -rf "$2"';
  const args = ['-c', script, 'frontdesk-leash', String(server.pid), passing ?? ''];
  const leash = spawn('sh', args, { ...account, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  leash.on('error', () => undefined); // NOTE: without a shell only the next start clears up.
  leash.stdin?.on('error', () => undefined);
  leash.unref();
  server.once('exit', () => passing ?? leash.kill('SIGKILL'));
  return leash;
}

/** Ends sessions and stops; a server that takes too long for it is stopped without its last checkpoint. */
async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  const patience = setTimeout(() => server.kill('SIGQUIT'), 20_000);
  await ended;
  clearTimeout(patience);
}

const LOG_LIMIT_BYTES = 10_000_000;

/** @returns how long the log is already */
function startLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) rmSync(logFile);
  else if (size > 0) return size;
  writeFileSync(logFile, '');
  return 0;
}

function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
