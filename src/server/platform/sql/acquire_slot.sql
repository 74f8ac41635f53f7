-- Requests a slot of a shared limit for one call. Requests for one limit run one after another.
-- Returns 0 when the call may go, and has counted it; else the milliseconds after which to ask again with the same waiter.
create or replace function frontdesk.acquire_slot(
  limit_key text, waiter uuid, waiting_client text, waiter_is_urgent boolean, limits int[], periods_ms int[]
) returns int
  language plpgsql
  as $$
declare
  longest interval := (select max(period) from unnest(periods_ms) period) * interval '1 millisecond';
  taken timestamptz[];
  free_at timestamptz;
  present timestamptz;
  ahead int;
begin
  insert into public.shared_limits (key) values (limit_key) on conflict do nothing;
  select taken_at, coalesce(paused_until, '-infinity') into taken, free_at
    from public.shared_limits where key = limit_key for update;
  present := clock_timestamp();

  delete from public.shared_limit_waiters where key = limit_key and seen_at < present - interval '3 seconds' and id <> waiter;
  insert into public.shared_limit_waiters as waiting (key, id, client, is_urgent, waiting_since, seen_at)
    values (limit_key, waiter, waiting_client, waiter_is_urgent, present, present)
    on conflict (key, id) do update set seen_at = present;

  with line as (
    select waiters.id, row_number() over (
      order by waiters.is_urgent desc, coalesce(clients.served_at, '-infinity'), waiters.waiting_since, waiters.id) as place
    from public.shared_limit_waiters waiters
    left join public.shared_limit_clients clients on clients.key = waiters.key and clients.client = waiters.client
    where waiters.key = limit_key
  )
  select place - 1 into ahead from line where id = waiter;

  for i in 1 .. cardinality(limits) loop
    if cardinality(taken) >= limits[i] then
      free_at := greatest(free_at, taken[cardinality(taken) - limits[i] + 1] + periods_ms[i] * interval '1 millisecond');
    end if;
  end loop;

  if ahead = 0 and free_at <= present then
    update public.shared_limits
      set taken_at = array(select past from unnest(taken) past where past > present - longest order by past) || present
      where key = limit_key;
    delete from public.shared_limit_waiters where key = limit_key and id = waiter;
    insert into public.shared_limit_clients values (limit_key, waiting_client, present)
      on conflict (key, client) do update set served_at = excluded.served_at;
    delete from public.shared_limit_clients where key = limit_key and served_at < present - interval '5 minutes';
    return 0;
  end if;
  -- A caller behind others asks again when those should be served.
  return greatest(5, least(1000,
    ceil(extract(epoch from greatest(free_at, present) - present) * 1000) + ahead * periods_ms[1] / limits[1]));
end $$;
revoke all on function frontdesk.acquire_slot from public;
grant execute on function frontdesk.acquire_slot to frontdesk_app, frontdesk_system;
