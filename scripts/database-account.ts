import { spawnSync } from 'node:child_process';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The system user PostgreSQL runs as; `null` is whoever runs this process. */
export type Account = { uid: number; gid: number } | null;

/**
 * Whom PostgreSQL runs as.
 *
 * It refuses to run as root. As root it becomes the owner of the data that is already there, else a system user without
 * rights of its own.
 *
 * @param cluster where data may lie from an earlier start
 */
export function databaseAccount(cluster?: string): Account {
  if (process.getuid?.() !== 0) return null;
  const found = cluster ? statSync(cluster, { throwIfNoEntry: false }) : undefined;
  if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  return findUser('postgres') ?? findUser('nobody') ?? createUser();
}

/**
 * Whether an account may walk down to a folder: the permission to enter is needed on each folder above it.
 *
 * @param path an absolute path; what does not exist yet is passed over
 */
export function canReach(path: string, account: Account): boolean {
  if (!account) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && !mayEnter(found, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function mayEnter({ uid, gid, mode }: Stats, account: NonNullable<Account>): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function findUser(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function createUser(): Account {
  const name = 'frontdesk';
  const known = findUser(name);
  if (known) return known;
  const made =
    spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name]).status === 0 ||
    spawnSync('adduser', ['-S', '-D', '-H', name]).status === 0;
  const account = made ? findUser(name) : null;
  if (account) return account;
  throw new Error(
    'PostgreSQL refuses to run as root, and there is no user it could run as: neither "postgres" nor "nobody" exists, ' +
      'and "frontdesk" could not be created. Start as an ordinary user, or set DATABASE_URL to a server of your own.',
  );
}
