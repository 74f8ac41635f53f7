import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from './logger.ts';

const BEAT_MS = 1_000;

/** Silent so long means dead or frozen. With a beat every second, its jobs are taken over within 5 s. */
const DEAD_AFTER_MS = 3_000;

/**
 * A job of ours that is locked so long and does not run was given up by the queue: it could not write down how the job
 * ended, because the database was away at that moment, and does not try again.
 */
const GIVEN_UP_AFTER_MS = 2_000;

/** Locks of names that nobody answers to are looked for every so many beats. */
const STRAYS_EVERY_BEATS = 10;
/** Who has just begun may hold a lock before its first beat is written. */
const STRAY_AFTER_MS = 10_000;

/** What the queue has given this process. */
export type Held = {
  /** The names under which the queue locks this process's jobs. */
  names: readonly string[];
  /** Of the jobs that run here just now. */
  jobIds: readonly string[];
};

/**
 * Says every second that this process lives, and frees jobs that nobody works on: of processes that stopped saying so,
 * and our own that the queue lost hold of. The queue itself would wait four hours. All times are the database's, so
 * clocks of machines need not agree.
 *
 * @param held what this process holds at the moment it is asked
 * @returns stop: the process is no longer watched
 */
export async function keepHeartbeat(pool: pg.Pool, held: () => Held, log: Logger): Promise<() => Promise<void>> {
  const id = randomUUID();
  let beats = 0;
  let hasMissed = false;
  const beat = async () => {
    const { names, jobIds } = held();
    await pool.query(
      `insert into workers (id, worker_ids, beat_at) values ($1, $2, clock_timestamp())
       on conflict (id) do update set worker_ids = excluded.worker_ids, beat_at = excluded.beat_at`,
      [id, names],
    );
    await freeJobsOfTheDead(pool, log);
    // NOTE: after an outage nothing has to be waited for: what ended meanwhile could not be written down.
    await freeGivenUp(pool, { names, jobIds }, hasMissed ? 0 : GIVEN_UP_AFTER_MS);
    hasMissed = false;
    if (beats++ % STRAYS_EVERY_BEATS === 0) await freeStrayJobs(pool, log);
  };
  await beat();
  const timer = setInterval(
    () =>
      void beat().catch((error: unknown) => {
        hasMissed = true;
        log.warn({ err: error }, 'heartbeat missed');
      }),
    BEAT_MS,
  );
  return async () => {
    clearInterval(timer);
    await pool.query('delete from workers where id = $1', [id]).catch(() => {});
  };
}

/** In one statement: who finds a dead process and dies on it leaves it to be found. */
async function freeJobsOfTheDead(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ names: string[] }>(
    `with dead as (
       delete from workers where beat_at < clock_timestamp() - $1 * interval '1 millisecond' returning worker_ids
     ), found as (
       select coalesce(array_agg(name), '{}') as names from dead, unnest(worker_ids) as name
     )
     select names, graphile_worker.force_unlock_workers(names) from found where names <> '{}'`,
    [DEAD_AFTER_MS],
  );
  if (rows[0]) log.warn({ workers: rows[0].names.length }, 'freed the jobs of a process that stopped answering');
}

/** NOTE: the queue's own functions free all jobs of a name or none; these columns are those of the version pinned. */
async function freeGivenUp(pool: pg.Pool, { names, jobIds }: Held, afterMs: number): Promise<void> {
  await pool.query(
    `with freed as (
       update graphile_worker._private_jobs set locked_at = null, locked_by = null
       where locked_by = any($1::text[]) and not id = any($2::bigint[])
         and locked_at < clock_timestamp() - $3 * interval '1 millisecond'
       returning job_queue_id
     )
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where id in (select job_queue_id from freed)`,
    [names, jobIds, afterMs],
  );
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
