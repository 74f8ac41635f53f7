import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, openDatabase, openPool } from '#server/platform/database/db.ts';
import { freePort, type Program, startProgram, untilAnswers } from './processes.ts';
import { type CallWorld, SECRET_KEY } from './scene.ts';

export type Worker = { program: Program; isFrozen: boolean };

/** The product in production form: a web process, workers and the world, each a process that may be killed. */
export type House = {
  owner: pg.Pool;
  db: Database;
  webUrl: string;
  request: CallWorld;
  workers: readonly Worker[];
  startWorkers(count: number): void;
  /** Kills a worker, and starts another once it is dead. */
  killAndReplace(victim: Worker): Promise<void>;
  /** Kills the web process, and starts another at its address. Returns before the new one answers. */
  killWeb(): Promise<void>;
  close(): Promise<void>;
};

export async function openHouse(databaseUrl: string): Promise<House> {
  const owner = openPool(databaseUrl, { max: 4, name: 'kill-test-owner' });
  const db = openDatabase(databaseUrl, { name: 'kill-test' });
  const [worldPort, smtpPort, webPort] = [await freePort(), await freePort(), await freePort()];
  const worldUrl = `http://127.0.0.1:${worldPort}`;
  const webUrl = `http://127.0.0.1:${webPort}`;
  const env = {
    DATABASE_URL: databaseUrl,
    FRONTDESK_SECRET_KEY: SECRET_KEY,
    PUBLIC_URL: webUrl,
    HOST: '127.0.0.1',
    PORT: String(webPort),
    TRUST_PROXY: '1',
    DIALOG360_BASE_URL: `${worldUrl}/d360`,
    TELEGRAM_BASE_URL: `${worldUrl}/tg`,
    LOG_LEVEL: 'fatal',
    WORLD_PORT: String(worldPort),
    WORLD_SMTP_PORT: String(smtpPort),
  };
  const startRole = (role: string) => startProgram(['src/server/main.ts', '--role', role], env);
  const startWorker = (): Worker => ({ program: startRole('worker,cron'), isFrozen: false });
  const world = startProgram(['src/world/main.ts'], env);
  let web = startRole('web');
  const workers: Worker[] = [];
  const close = async () => {
    const programs = [...workers.map(({ program }) => program), web, world];
    for (const program of programs) program.kill('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
    await Promise.all([owner.end(), db.destroy()]);
  };
  try {
    await Promise.all([untilAnswers(`${worldUrl}/_sim/health`), untilAnswers(`${webUrl}/health`)]);
    const request = callWorld(worldUrl);
    const pace = { latencyMs: 20, latencyJitterMs: 30, statusDelayMs: 200, log: 'off' };
    for (const channel of ['d360', 'tg']) await request('POST', '/_sim/behaviour', { channel, ...pace });
    return {
      owner,
      db,
      webUrl,
      request,
      workers,
      startWorkers(count) {
        for (let n = 0; n < count; n++) workers.push(startWorker());
      },
      async killAndReplace(victim) {
        victim.program.kill('SIGKILL');
        await victim.program.ended;
        workers[workers.indexOf(victim)] = startWorker();
      },
      async killWeb() {
        web.kill('SIGKILL');
        await web.ended;
        web = startRole('web');
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Freezes a worker for longer than a lease, so that its channels are taken over. */
export async function freeze(victim: Worker): Promise<void> {
  victim.isFrozen = true;
  victim.program.kill('SIGSTOP');
  await sleep(4_500 + Math.random() * 3_000);
  victim.program.kill('SIGCONT');
  victim.isFrozen = false;
}

function callWorld(url: string): CallWorld {
  return async (method, path, body, headers = {}) => {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    const answer = await fetch(`${url}${path}`, { method, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  };
}
