import type pg from 'pg';
import { isDatabaseAway } from './db-errors.ts';

/** serialization_failure: the queue tries again after 50 ms, and ever more slowly up to 5 s. */
const TRIED_AGAIN = '40001';

/**
 * The pool as the queue is to see it: a lost connection has a code after which the queue tries again.
 *
 * NOTE: the queue does so after a few codes only (`RETRYABLE_ERROR_CODES`). After any other it forgets how a job ended, and
 * after 57P03, of a server that starts up, it waits up to 2 minutes: https://github.com/graphile/worker/blob/main/src/lib.ts
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
    // The form with a callback is for the connection that listens, which the queue opens again by itself.
    connect: { value: (callback?: Listener) => (callback ? pool.connect(callback) : connect()) },
  });
}

function rethrow(error: unknown): never {
  if (!isDatabaseAway(error)) throw error;
  throw Object.assign(new Error('the database is away', { cause: error }), { code: TRIED_AGAIN });
}
