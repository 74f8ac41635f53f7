import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from '#server/platform/deployment/logger.ts';

const BEAT_MS = 1_000;

/** A process silent for this long is dead or frozen. With a beat every second, its jobs are taken over within 5 s. */
const DEAD_AFTER_MS = 3_000;

/** Locks whose name belongs to no process are searched for once in this many beats. */
const STRAYS_EVERY_BEATS = 10;
/** A process that has just started may hold a lock before its first beat is written. */
const STRAY_AFTER_MS = 10_000;
/**
 * Less than a beat: a lock that is idle at two beats is freed. The same holds for a queue in which no job is
 * locked.
 */
const IDLE_AFTER_MS = 800;

/** The locks and jobs this process holds at the moment of the call. */
export type Held = {
  /** The names under which the queue locks this process's jobs. */
  names(): readonly string[];
  isRunning(jobId: string): boolean;
};

/**
 * Writes a heartbeat every second, and frees jobs that no process works on: those of processes without a heartbeat,
 * and our own that the queue lost track of. The queue itself would wait four hours. All times are the database's, so
 * clocks of machines need not agree.
 *
 * @returns stop: ends the heartbeat, after the one that is being written
 */
export async function keepHeartbeat(pool: pg.Pool, held: Held, log: Logger): Promise<() => Promise<void>> {
  const id = randomUUID();
  let beats = 0;
  let idleLocks: IdleLocks = new Map();
  const beat = async () => {
    const names = held.names();
    await pool.query(
      `insert into workers (id, worker_ids, beat_at) values ($1, $2, clock_timestamp())
       on conflict (id) do update set worker_ids = excluded.worker_ids, beat_at = excluded.beat_at`,
      [id, names],
    );
    await freeJobsOfTheDead(pool, log);
    idleLocks = await freeGivenUp(pool, held, idleLocks);
    await freeQueuesWithoutJob(pool, names);
    if (beats++ % STRAYS_EVERY_BEATS === 0) await freeStrayJobs(pool, log);
  };
  await beat();
  const beating = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = beat()
      .catch((error: unknown) => log.warn({ err: error }, 'heartbeat missed'))
      .finally(() => beating.delete(one));
    beating.add(one);
  }, BEAT_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(beating);
    await pool.query('delete from workers where id = $1', [id]).catch(() => {});
  };
}

/** Frees them in one statement: if this process dies while it runs, the dead process is found again by another. */
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

/** Our locks whose job does not run, by job: when each was taken, and since when it is idle by `performance.now`. */
type IdleLocks = ReadonlyMap<string, { lockedAt: string; since: number }>;

/**
 * Frees our jobs that are locked and do not run: either the connection broke while the queue took them, or the queue
 * gave up writing their result.
 *
 * Only a lock that stays idle is freed: a job that was just taken is about to run, and the result of one that just
 * ended is about to be written.
 *
 * NOTE: the queue's own functions free either all jobs of a name or none; these columns are those of the pinned
 * version.
 *
 * @param idleBefore the result of the previous beat
 */
async function freeGivenUp(pool: pg.Pool, held: Held, idleBefore: IdleLocks): Promise<IdleLocks> {
  const { rows: locks } = await pool.query<{ id: string; lockedAt: string }>(
    `select id::text, locked_at::text as "lockedAt" from graphile_worker._private_jobs where locked_by = any($1::text[])`,
    [held.names()],
  );
  const now = performance.now();
  const idle = locks
    .filter(({ id }) => !held.isRunning(id))
    .map(({ id, lockedAt }) => {
      const before = idleBefore.get(id);
      return { id, lockedAt, since: before?.lockedAt === lockedAt ? before.since : now };
    });
  const givenUp = idle.filter(({ since }) => since <= now - IDLE_AFTER_MS);
  if (givenUp.length > 0)
    await pool.query(
      `with freed as (
         update graphile_worker._private_jobs job set locked_at = null, locked_by = null
         from unnest($1::bigint[], $2::timestamptz[]) as given_up (id, locked_at)
         where job.id = given_up.id and job.locked_at = given_up.locked_at
         returning job.job_queue_id
       )
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where id in (select job_queue_id from freed)`,
      [givenUp.map(({ id }) => id), givenUp.map(({ lockedAt }) => lockedAt)],
    );
  return new Map(idle.map(({ id, ...lock }) => [id, lock]));
}

/**
 * Frees our queues in which no job is locked. A process that was taken for dead deletes a job when it completes it,
 * even if the job is ours by then; the queue then releases nothing and would block until this process ends.
 */
async function freeQueuesWithoutJob(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
     where queue.locked_by = any($1::text[]) and queue.locked_at < clock_timestamp() - $2 * interval '1 millisecond'
       and not exists (
         select from graphile_worker._private_jobs job where job.job_queue_id = queue.id and job.locked_at is not null)`,
    [names, IDLE_AFTER_MS],
  );
}

/** Frees jobs locked by a process that no longer has a row, e.g. because the process that found it dead died too. */
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
