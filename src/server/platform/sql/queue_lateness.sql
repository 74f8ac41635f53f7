-- Jobs of each name that are due and wait for a worker, and how long, in seconds. The queue's tables admit only their owner.
create or replace function frontdesk.queue_lateness()
  returns table (job text, waiting int, failing int, lateness_p99 float8, oldest float8)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
begin
  return query
    select tasks.identifier::text, count(*)::int, (count(*) filter (where jobs.attempts > 0))::int,
      percentile_cont(0.99) within group (order by extract(epoch from clock_timestamp() - jobs.run_at)::float8),
      max(extract(epoch from clock_timestamp() - jobs.run_at))::float8
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.run_at <= clock_timestamp() and jobs.locked_at is null and jobs.attempts < jobs.max_attempts
    group by tasks.identifier;
end $$;
revoke all on function frontdesk.queue_lateness from public;
grant execute on function frontdesk.queue_lateness to frontdesk_system;
