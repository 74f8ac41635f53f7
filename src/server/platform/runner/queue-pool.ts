import type pg from 'pg';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';

/** serialization_failure: the queue retries after 50 ms, with growing pauses up to 5 s. */
const TRIED_AGAIN = '40001';

/**
 * Wraps the pool for the queue: a lost connection gets an error code after which the queue retries.
 *
 * NOTE: the queue retries after a few codes only (`RETRYABLE_ERROR_CODES`). After any other it loses the job's
 * result, and after 57P03, of a server that starts up, it waits up to 2 minutes:
 * https://github.com/graphile/worker/blob/main/src/lib.ts
 */
export function queuePool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect().catch(rethrow);
    return {
      query: (statement: pg.QueryConfig) => client.query(statement).catch(rethrow),
      release: () => client.release(),
    };
  };
  type Listener = Parameters<pg.Pool['connect']>[0];
  return Object.create(pool, {
    // The callback form is for the listening connection, which the queue reopens by itself.
    connect: { value: (callback?: Listener) => (callback ? pool.connect(callback) : connect()) },
  });
}

function rethrow(error: unknown): never {
  if (!isDatabaseAway(error)) throw error;
  throw Object.assign(new Error('the database is away', { cause: error }), { code: TRIED_AGAIN });
}
