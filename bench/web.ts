import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/free-ports.ts';
import { SECRET_KEY } from './machine.ts';

/** As deploy/Containerfile starts it. */
const HEAP = ['--max-semi-space-size=4', '--initial-old-space-size=64'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type Role = { origin: string; pid: number; stop(): Promise<void> };

/** The product's web role on a database, in a process of its own. */
export const startWeb = (databaseUrl: string): Promise<Role> => startRole(databaseUrl, 'web', {});

/** A bare Fastify route that redirects, in a process of its own. */
export async function startBareRedirect(): Promise<Role> {
  const port = await freePort();
  return untilAnswering(port, spawn(process.execPath, ['bench/peers/bare-redirect.ts', String(port)], CHILD));
}

/** A role of the product in a process of its own. */
export async function startRole(
  databaseUrl: string,
  role: 'web' | 'worker',
  given: Record<string, string>,
): Promise<Role> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    FRONTDESK_SECRET_KEY: SECRET_KEY,
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    ...given,
  };
  const child = spawn(process.execPath, [...HEAP, 'src/server/main.ts', '--role', role], { ...CHILD, env });
  // A worker answers no calls.
  return role === 'web' ? untilAnswering(port, child) : runningOn(port, child);
}

const CHILD = { cwd: ROOT, stdio: 'ignore' } as const;

async function untilAnswering(port: number, child: ChildProcess): Promise<Role> {
  const role = runningOn(port, child);
  for (let tries = 0; tries < 300 && !(await isThere(`${role.origin}/health`)); tries++) await sleep(100);
  return role;
}

function runningOn(port: number, child: ChildProcess): Role {
  if (child.pid === undefined) throw new Error(`No process was started for port ${port}`);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

const isThere = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
