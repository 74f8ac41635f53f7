import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { DB as Schema } from './schema.gen.ts';

/** Something to be done later, once, by whichever worker is free. Declared in a room's `jobs.ts`, handled in a `workers.ts`. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  /** Stored with waiting jobs: never renamed, never reused. */
  name: string;
  /** Ids, not copies: the handler reads the present state. */
  payload: Payload;
  /** Jobs of one queue run one after another. */
  queue?: (payload: z.output<Payload>) => string;
  /** A waiting job with this key is not queued twice. */
  key?: (payload: z.output<Payload>) => string;
  /**
   * What becomes of a waiting job with the same key:
   * - `earliest` (the default): it runs at the earlier of both times;
   * - `replace`: the new time holds, e.g. to wait until a burst of messages is over.
   */
  keyMode?: 'earliest' | 'replace';
  /** Tries before it is given up, with growing pauses; 25 when left out (about 3 days). */
  maxAttempts?: number;
  /** Lower runs first; 0 when left out. */
  priority?: number;
};

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/**
 * Queues a job in the transaction that causes it.
 *
 * @param when.runAt the product's time; at once when left out
 */
export async function enqueue<Payload extends z.ZodType>(
  scope: { tx: Pick<Kysely<Schema>, 'getExecutor'> },
  job: Job<Payload>,
  payload: z.output<Payload>,
  when: { runAt?: Temporal.Instant } = {},
): Promise<void> {
  const key = job.key?.(payload) ?? null;
  await sql`select frontdesk.enqueue(
    ${job.name}, ${JSON.stringify(job.payload.parse(payload))}::json, ${job.queue?.(payload) ?? null},
    ${when.runAt?.toString() ?? null}::timestamptz, ${key}, ${key && (job.keyMode ?? 'earliest')},
    ${job.maxAttempts ?? 25}, ${job.priority ?? 0})`.execute(scope.tx as Kysely<Schema>);
}
