-- Queues a job. The queue's tables admit only their owner; this function is the only way in.
-- `run_at` is the product's time and is converted to the machine's.
-- The row that has the key is locked until this transaction ends: no worker takes it before the rows it was queued for
-- are visible. Mode `earliest` keeps a waiting job that runs soon enough.
-- A job never gets the row of one that has started: the worker that started it deletes the row when it is done, even if
-- its lock was released meanwhile. While the lock is held add_job itself takes a new row.
-- A transaction that queues the same key at the same time may have added its row after this one looked for it. In mode
-- `earliest` the earlier of both times holds: otherwise the end of a dispatch, which queues the next one for later, could
-- postpone the dispatch of a message that is planned meanwhile.
-- Mode `unless_queued` adds a job only where none of the key waits, runs or will be retried; one that was given up is replaced.
create or replace function frontdesk.enqueue(
  task text, payload json, queue text, run_at timestamptz, job_key text, job_key_mode text, max_attempts int, priority int
) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
declare
  wanted timestamptz := coalesce(run_at - (select offset_ms from public.demo_clock) * interval '1 millisecond', clock_timestamp());
  known record;
  is_new bool := false;
  added record;
begin
  select job.id, job.run_at, job.attempts > 0 as is_started, job.locked_at is not null as is_locked,
      job.attempts >= job.max_attempts as is_given_up into known
    from graphile_worker._private_jobs job where job.key = job_key for update;
  is_new := job_key_mode in ('earliest', 'unless_queued') and not found;
  if job_key_mode = 'unless_queued' and (known.is_locked or not known.is_given_up) then return; end if;
  if job_key_mode = 'earliest' and not known.is_started and known.run_at <= wanted then return; end if;
  if known.is_started and not known.is_locked then
    delete from graphile_worker._private_jobs job where job.id = known.id;
  end if;
  select job.id, job.run_at into added from graphile_worker.add_job(
    identifier => task,
    payload => payload,
    queue_name => queue,
    run_at => wanted,
    max_attempts => max_attempts,
    job_key => job_key,
    priority => priority,
    job_key_mode => case when is_new then 'preserve_run_at' else 'replace' end) job;
  if is_new and job_key_mode = 'earliest' and added.run_at > wanted then
    update graphile_worker._private_jobs job set run_at = wanted where job.id = added.id;
  end if;
end $$;
revoke all on function frontdesk.enqueue from public;
grant execute on function frontdesk.enqueue to frontdesk_app, frontdesk_system;
