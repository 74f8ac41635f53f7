import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from '#server/platform/deployment/logger.ts';

/** Interval at which the queue is searched for jobs that have become due; a new job is notified at once. */
const INTERVAL_MS = 250;

/**
 * Wakes workers for jobs that are due, until the signal. One statement searches for all workers of the process: the
 * queue's own, one for each worker, also locks the queues and reads all jobs that are not due yet.
 *
 * @param workerPools read at each search
 * @param limit the most workers that may be wanted at once
 */
export async function wakeForDueJobs(
  pool: pg.Pool,
  workerPools: ReadonlySet<WorkerPool>,
  limit: number,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<void> {
  while (!signal.aborted) {
    try {
      const count = await countDue(pool, limit);
      if (count > 0 && !signal.aborted) workerPools.forEach((workers) => workers.nudge(count));
    } catch (error) {
      log.debug({ err: error }, 'could not search for due jobs');
    }
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Counts jobs that a worker could take now, up to a limit: one whose queue is busy waits for the job before it. */
async function countDue(pool: pg.Pool, limit: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from (
       select from graphile_worker._private_jobs job
       where job.is_available and job.run_at <= now()
         and (job.job_queue_id is null or exists (
           select from graphile_worker._private_job_queues queue where queue.id = job.job_queue_id and queue.is_available))
       limit $1
     ) due`,
    [limit],
  );
  return rows[0]?.count ?? 0;
}
