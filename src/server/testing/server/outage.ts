import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect } from 'vitest';
import type { Logger } from '#server/platform/deployment/logger.ts';

type Outage = {
  /** A connection that stays open while all others are closed. */
  observer: pg.Client;
  /** Refuses new connections and closes every open one, as a stopped server does. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Simulates an outage of a test file's database. Called once per file. */
export async function outageOf(databaseUrl: string): Promise<Outage> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const elsewhere = new URL(databaseUrl);
  elsewhere.pathname = '/postgres';
  const control = new pg.Client({ connectionString: elsewhere.href });
  const observer = new pg.Client({ connectionString: databaseUrl, application_name: 'observer' });
  await Promise.all([control.connect(), observer.connect()]);
  afterAll(() => Promise.all([control.end(), observer.end()]));
  return {
    observer,
    async stop() {
      await control.query(`alter database ${name} allow_connections false`);
      await control.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name <> 'observer'`,
        [name],
      );
    },
    async start() {
      await control.query(`alter database ${name} allow_connections true`);
    },
  };
}

type RecordedLog = {
  log: Logger;
  /** Waits until a warning with this message is logged from now on. */
  untilLogged(message: string): Promise<void>;
};

/** A log for which a test can wait, since processes log what they notice of an outage. */
export function recordedLog(): RecordedLog {
  const lines: string[] = [];
  return {
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    async untilLogged(message) {
      const from = lines.length;
      const isLogged = () => lines.slice(from).some((line) => line.includes(message));
      await expect.poll(isLogged, { interval: 10 }).toBe(true);
    },
  };
}
