import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts } from '../scripts/free-ports.ts';
import { runProgram } from '../scripts/program.ts';
import { worldAt } from './world.ts';

/** A demo of one's own: the product and the world around it, as `npm start` runs them, on an empty database. */
export type Product = {
  url: string;
  worldUrl: string;
  databaseUrl: string;
  /** Where `server.log` and `world.log` are. */
  folder: string;
  stop(): Promise<void>;
};

/**
 * Booking systems whose limits the journeys lift on both sides.
 *
 * NOTE: a limit counts by the machine's time. A turn of the clock makes branches be read that are polled hours apart, and
 * it would wait for the limit each time.
 */
const LIMITED = ['yclients', 'altegio'];
const LIFTED = Object.fromEntries(
  LIMITED.flatMap((name) =>
    ['SECOND', 'MINUTE'].map((period) => [`${name.toUpperCase()}_CALLS_PER_${period}`, '100000']),
  ),
);

/** Starts the product in the cluster that the test run was given, and waits until the demo is ready. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const cluster = process.env.TEST_DATABASE_URL;
  if (!cluster) throw new Error('TEST_DATABASE_URL is not set: run the journeys with npm test, or vitest at the root.');
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-e2e-'));
  const [port, worldPort, smtpPort] = await freePorts(3);
  const [url, worldUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${worldPort}`];
  const name = `journey_${randomBytes(6).toString('hex')}`;
  await query(cluster, `create database ${name}`);
  const databaseUrl = cluster.replace(/\/[^/]*$/, `/${name}`);
  const clockToken = randomBytes(24).toString('base64url');
  const watch = { onLine: () => undefined, onCrash: (message: string) => console.error(message) };

  const world = runProgram({
    ...watch,
    name: 'The world',
    script: 'src/world/main.ts',
    healthUrl: `${worldUrl}/_sim/health`,
    logFile: join(folder, 'world.log'),
    env: {
      WORLD_PORT: String(worldPort),
      WORLD_SMTP_PORT: String(smtpPort),
      PRODUCT_URL: `http://127.0.0.1:${port}`,
      DEMO_CLOCK_TOKEN: clockToken,
    },
  });
  await world.ready;
  const { ask } = worldAt(worldUrl);
  for (const channel of LIMITED) await ask('POST', '/behaviour', { channel, limits: 'off' });
  const server = runProgram({
    ...watch,
    name: 'The server',
    script: 'src/server/main.ts',
    args: ['--role', 'web,worker,cron'],
    healthUrl: `http://127.0.0.1:${port}/health`,
    logFile: join(folder, 'server.log'),
    env: {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      FRONTDESK_DEMO: '1',
      DEMO_CLIENTS: '0',
      ...LIFTED,
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_SECRET_KEY: randomBytes(32).toString('base64'),
      DEMO_CLOCK_TOKEN: clockToken,
      WORLD_URL: worldUrl,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      ...env,
    },
  });
  const stop = async () => {
    await server.stop();
    await world.stop();
    await query(cluster, `drop database if exists ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, worldUrl, databaseUrl, folder, stop };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
