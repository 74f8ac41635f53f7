import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canReach, databaseAccount } from './database-account.ts';
import { claimSharedPlace, SHARED_PLACES } from './database-binaries.ts';

/** A folder for one cluster, and whom its server runs as. */
export type Place = { folder: string; account: Account };

/**
 * Where a cluster that outlives this process lies.
 *
 * That is the folder asked for, unless PostgreSQL's account cannot reach it (a checkout below root's home). Then it is a
 * shared place under a name noted in the folder asked for, so that a new checkout at the same path finds no old data.
 */
export function lastingPlace(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true });
  const note = join(dataDir, 'elsewhere');
  const elsewhere = existsSync(note) ? readFileSync(note, 'utf8').trim() : null;
  const folder = elsewhere && existsSync(elsewhere) ? elsewhere : dataDir;
  const account = databaseAccount(join(folder, 'cluster'));
  if (folder === elsewhere) return { folder, account };

  if (canReach(dataDir, account)) {
    own(dataDir, account);
    return { folder, account };
  }
  if (existsSync(join(dataDir, 'cluster'))) {
    throw new Error(
      `The data in ${dataDir} belongs to user ${account?.uid}, who can no longer reach it. ` +
        'Open the folders above it to him (chmod o+x), or move the checkout back to where it was.',
    );
  }
  const shared = sharedPlace(dataDir, account);
  writeFileSync(note, shared);
  return { folder: shared, account };
}

/** A file system in memory, where Linux has one. */
const MEMORY = '/dev/shm';
/** A test run's databases and their log take a quarter of it. */
const MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * A folder for a cluster that lives as long as a test run.
 *
 * @param durable whether it is on a disk; in memory, where there is enough, a database is copied in a third of the time
 */
export function passingPlace(durable: boolean): Place {
  const account = databaseAccount();
  const bases = [...(durable || !hasMemory() ? [] : [MEMORY]), tmpdir(), '/tmp', '/var/tmp'];
  const base = bases.find((candidate) => canReach(candidate, account)) ?? tmpdir();
  const folder = mkdtempSync(join(base, 'frontdesk-postgres-'));
  own(folder, account);
  return { folder, account };
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_BYTES;
  } catch {
    return false;
  }
}

function sharedPlace(dataDir: string, account: Account): string {
  for (const shared of SHARED_PLACES) {
    if (!claimSharedPlace(shared) || !canReach(shared, account)) continue;
    removeForsaken(shared);
    const place = join(shared, randomUUID());
    mkdirSync(place, { mode: 0o700 });
    writeFileSync(join(place, 'checkout'), dataDir);
    own(place, account);
    return place;
  }
  throw new Error(
    `PostgreSQL runs as another user here, who can reach neither ${dataDir} nor any of ${SHARED_PLACES.join(', ')}. ` +
      'Move the checkout out of the closed folder, start as an ordinary user, or set DATABASE_URL.',
  );
}

const FORSAKEN_AFTER_MS = 30 * 24 * 3600 * 1000;

/**
 * Data of deleted checkouts would fill the disk unnoticed: it goes at once when another checkout has taken the place, and
 * after a month when there is none (it may lie on a disk that is not mounted).
 */
function removeForsaken(shared: string): void {
  for (const name of readdirSync(shared)) {
    const place = join(shared, name);
    const checkout = join(place, 'checkout');
    if (!existsSync(checkout)) continue;
    const dataDir = readFileSync(checkout, 'utf8').trim();
    const note = join(dataDir, 'elsewhere');
    const isWanted = existsSync(note) && readFileSync(note, 'utf8').trim() === place;
    const lastUsed = statSync(join(place, 'postgres.log'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const isForsaken = existsSync(dataDir) || lastUsed < Date.now() - FORSAKEN_AFTER_MS;
    if (!isWanted && isForsaken) rmSync(place, { recursive: true, force: true });
  }
}

function own(folder: string, account: Account): void {
  if (account) chownSync(folder, account.uid, account.gid);
}
