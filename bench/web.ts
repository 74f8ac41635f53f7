import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/free-ports.ts';
import { SECRET_KEY } from './machine.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The product's web role on a database, in a process of its own. */
export async function startWeb(databaseUrl: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    FRONTDESK_SECRET_KEY: SECRET_KEY,
    PORT: String(port),
    LOG_LEVEL: 'fatal',
  };
  const web = spawn(process.execPath, ['src/server/main.ts', '--role', 'web'], { cwd: ROOT, env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => web.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300 && !(await isThere(`${origin}/health`)); tries++) await sleep(100);
  return {
    origin,
    async stop() {
      web.kill();
      await ended;
    },
  };
}

const isThere = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
