-- The jobs of the present tenant that failed, or were not begun in time, the latest first. The queue's tables admit only their owner;
-- `run_at` is the machine's time and is converted to the product's.
create or replace function frontdesk.troubled_jobs(late_after interval, at_most int)
  returns table (id bigint, task text, attempts int, error text, run_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$
    select job.id, task.identifier, job.attempts::int, left(job.last_error, 300),
      job.run_at + (select offset_ms from public.demo_clock) * interval '1 millisecond'
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where job.payload ->> 'tenantId' = frontdesk.tenant_id()::text
      and (job.last_error is not null or (job.locked_at is null and job.run_at < clock_timestamp() - late_after))
    order by job.last_error is null, job.run_at desc, job.id desc
    limit at_most
  $$;
revoke all on function frontdesk.troubled_jobs from public;
grant execute on function frontdesk.troubled_jobs to frontdesk_app;
