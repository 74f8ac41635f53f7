import { startDatabase } from './database.ts';

/**
 * Gives a run of `vitest` its own PostgreSQL, named in `TEST_DATABASE_URL`; one that is named already is used as it is.
 *
 * @returns what stops it after the run
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const database = await startDatabase({ durable: false });
  process.env.TEST_DATABASE_URL = database.url;
  return database.stop;
}
