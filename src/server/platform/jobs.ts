import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { PLANNED_ONCE } from './database/db.ts';
import type { DB as Schema } from './database/schema.gen.ts';

/** A task that runs later, once, on any free worker. Declared in a room's `jobs.ts`, handled in a `workers.ts`. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  /** Stored with waiting jobs: never renamed, never reused. */
  name: string;
  /** Ids, not copies: the handler reads the current state. */
  payload: Payload;
  /** Jobs of one queue run one after another. */
  queue?: (payload: z.output<Payload>) => string;
  /** A waiting job with this key is not queued twice. */
  key?: (payload: z.output<Payload>) => string;
  /**
   * How a new job combines with a waiting one of the same key:
   * - `earliest` (the default): it runs at the earlier of both times;
   * - `replace`: the new time holds, e.g. to wait until a burst of messages is over.
   */
  keyMode?: 'earliest' | 'replace';
  /** Attempts before the job is given up, with growing pauses; 25 when left out (about 3 days). */
  maxAttempts?: number;
  /** Lower runs first; 0 when left out. */
  priority?: number;
  /** Workers of its own take it too, so that it starts at once while all others do long work. */
  isUrgent?: boolean;
};

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** A job with its payload, ready for the queue. */
export type PreparedJob = {
  task: string;
  payload: unknown;
  queue: string | null;
  run_at: string | null;
  job_key: string | null;
  job_key_mode: string | null;
  max_attempts: number;
  priority: number;
};

/**
 * @param when.runAt the product's time; at once when left out
 * @param when.unlessQueued a job of the same key that waits, runs or will be retried is left as it is
 */
export function prepareJob<Payload extends z.ZodType>(
  job: Job<Payload>,
  payload: z.output<Payload>,
  when: { runAt?: Temporal.Instant; unlessQueued?: boolean } = {},
): PreparedJob {
  const key = job.key?.(payload) ?? null;
  return {
    task: job.name,
    payload: job.payload.parse(payload),
    queue: job.queue?.(payload) ?? null,
    run_at: when.runAt?.toString() ?? null,
    job_key: key,
    job_key_mode: key && (when.unlessQueued ? 'unless_queued' : (job.keyMode ?? 'earliest')),
    max_attempts: job.maxAttempts ?? 25,
    priority: job.priority ?? 0,
  };
}

type Queueing = { tx: Pick<Kysely<Schema>, 'getExecutor'> };

/**
 * Queues a job in the caller's transaction.
 *
 * @param when.runAt the product's time; at once when left out
 */
export async function enqueue<Payload extends z.ZodType>(
  scope: Queueing,
  job: Job<Payload>,
  payload: z.output<Payload>,
  when: { runAt?: Temporal.Instant } = {},
): Promise<void> {
  await enqueueAll(scope, [prepareJob(job, payload, when)]);
}

/**
 * Queues many jobs in one statement, ordered by their keys, so that transactions that queue the same jobs cannot
 * deadlock.
 */
export async function enqueueAll(scope: Queueing, jobs: readonly PreparedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const ordered = jobs.toSorted((a, b) => (a.job_key ?? '').localeCompare(b.job_key ?? ''));
  await sql`${PLANNED_ONCE} select frontdesk.enqueue(task, payload, queue, run_at, job_key, job_key_mode, max_attempts, priority)
    from json_to_recordset(${JSON.stringify(ordered)}::json) as job (task text, payload json, queue text,
      run_at timestamptz, job_key text, job_key_mode text, max_attempts int, priority int)`.execute(
    scope.tx as Kysely<Schema>,
  );
}
