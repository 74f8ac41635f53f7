import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from './logger.ts';

const BEAT_MS = 1_000;

/** Silent so long means dead or frozen. With a beat every second, its jobs are taken over within 5 s. */
const DEAD_AFTER_MS = 3_000;

/** Locks of names that nobody answers to are looked for every so many beats. */
const STRAYS_EVERY_BEATS = 10;
/** Who has just begun may hold a lock before its first beat is written. */
const STRAY_AFTER_MS = 10_000;

/**
 * Says every second that this process lives, and frees the jobs of processes that stopped saying so.
 * The queue itself would wait four hours. All times are the database's, so clocks of machines need not agree.
 *
 * @param workerIds the names under which the queue locks this process's jobs
 * @returns stop: the process is no longer watched
 */
export async function keepHeartbeat(
  pool: pg.Pool,
  workerIds: () => string[],
  log: Logger,
): Promise<() => Promise<void>> {
  const id = randomUUID();
  let beats = 0;
  const beat = async () => {
    await pool.query(
      `insert into workers (id, worker_ids, beat_at) values ($1, $2, clock_timestamp())
       on conflict (id) do update set worker_ids = excluded.worker_ids, beat_at = excluded.beat_at`,
      [id, workerIds()],
    );
    await freeJobsOfTheDead(pool, log);
    if (beats++ % STRAYS_EVERY_BEATS === 0) await freeStrayJobs(pool, log);
  };
  await beat();
  const timer = setInterval(
    () => void beat().catch((error: unknown) => log.warn({ err: error }, 'heartbeat missed')),
    BEAT_MS,
  );
  return async () => {
    clearInterval(timer);
    await pool.query('delete from workers where id = $1', [id]).catch(() => {});
  };
}

async function freeJobsOfTheDead(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ worker_ids: string[] }>(
    `delete from workers where beat_at < clock_timestamp() - $1 * interval '1 millisecond' returning worker_ids`,
    [DEAD_AFTER_MS],
  );
  const dead = rows.flatMap((row) => row.worker_ids);
  if (dead.length === 0) return;
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
  log.warn({ workers: dead.length }, 'freed the jobs of a process that stopped answering');
}

/** What was left locked by a process no row tells of any more, e.g. because the one that found it dead died too. */
async function freeStrayJobs(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_at is not null
       union all select locked_by, locked_at from graphile_worker._private_job_queues where locked_at is not null
     ) held
     where locked_at < clock_timestamp() - $1 * interval '1 millisecond'
       and not exists (select from workers where held.locked_by = any(workers.worker_ids))`,
    [STRAY_AFTER_MS],
  );
  if (rows.length === 0) return;
  const strays = rows.map((row) => row.locked_by);
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [strays]);
  log.warn({ workers: strays.length }, 'freed jobs that nobody held any more');
}
