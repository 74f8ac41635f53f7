-- Queues a job. The queue's tables admit only their owner; this function is the only way in.
-- `run_at` is the product's time and is converted to the machine's.
-- Mode `earliest`: a waiting job with the key that runs soon enough is kept, but locked until this transaction ends, so
-- that it cannot run before the rows it was queued for are visible.
create or replace function frontdesk.enqueue(
  task text, payload json, queue text, run_at timestamptz, job_key text, job_key_mode text, max_attempts int, priority int
) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
declare
  wanted timestamptz := coalesce(run_at - (select offset_ms from public.demo_clock) * interval '1 millisecond', clock_timestamp());
  planned timestamptz;
begin
  if job_key_mode = 'earliest' then
    select job.run_at into planned from graphile_worker._private_jobs job
      where job.key = job_key and job.locked_at is null and job.attempts = 0 for update;
    if planned <= wanted then return; end if;
  end if;
  perform graphile_worker.add_job(
    identifier => task,
    payload => payload,
    queue_name => queue,
    run_at => wanted,
    max_attempts => max_attempts,
    job_key => job_key,
    priority => priority,
    job_key_mode => 'replace');
end $$;
revoke all on function frontdesk.enqueue from public;
grant execute on function frontdesk.enqueue to frontdesk_app, frontdesk_system;
