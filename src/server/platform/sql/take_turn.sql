-- Requests a slot of a shared limit for one call. Requests for one limit run one after another.
-- Returns 0 when the call may go, and has counted it; else the milliseconds after which to ask again with the same turn.
create or replace function frontdesk.take_turn(
  limit_key text, turn uuid, turn_asker text, turn_is_urgent boolean, limits int[], periods_ms int[]
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

  delete from public.shared_limit_turns where key = limit_key and seen_at < present - interval '3 seconds' and id <> turn;
  insert into public.shared_limit_turns as waiting (key, id, asker, is_urgent, asked_at, seen_at)
    values (limit_key, turn, turn_asker, turn_is_urgent, present, present)
    on conflict (key, id) do update set seen_at = present;

  with line as (
    select turns.id, row_number() over (
      order by turns.is_urgent desc, coalesce(askers.served_at, '-infinity'), turns.asked_at, turns.id) as place
    from public.shared_limit_turns turns
    left join public.shared_limit_askers askers on askers.key = turns.key and askers.asker = turns.asker
    where turns.key = limit_key
  )
  select place - 1 into ahead from line where id = turn;

  for i in 1 .. cardinality(limits) loop
    if cardinality(taken) >= limits[i] then
      free_at := greatest(free_at, taken[cardinality(taken) - limits[i] + 1] + periods_ms[i] * interval '1 millisecond');
    end if;
  end loop;

  if ahead = 0 and free_at <= present then
    update public.shared_limits
      set taken_at = array(select past from unnest(taken) past where past > present - longest order by past) || present
      where key = limit_key;
    delete from public.shared_limit_turns where key = limit_key and id = turn;
    insert into public.shared_limit_askers values (limit_key, turn_asker, present)
      on conflict (key, asker) do update set served_at = excluded.served_at;
    delete from public.shared_limit_askers where key = limit_key and served_at < present - interval '5 minutes';
    return 0;
  end if;
  -- A caller behind others asks again when those should be served.
  return greatest(5, least(1000,
    ceil(extract(epoch from greatest(free_at, present) - present) * 1000) + ahead * periods_ms[1] / limits[1]));
end $$;
revoke all on function frontdesk.take_turn from public;
grant execute on function frontdesk.take_turn to frontdesk_app, frontdesk_system;
