-- What reading a booking system needs beside the facts themselves, and the turns at a vendor that counts calls by address.
alter table connections
  -- The vendor's own words for what state_reason names.
  add column state_text text;

alter table branches
  -- Records made or changed before this are history: they are stored, and nobody is told that they "happened".
  add column reading_since timestamptz,
  -- So long before its start a customer may no longer cancel a visit; null: never.
  add column cancel_closes_minutes int default 0,
  -- When rights, licence and hooks were last looked at.
  add column checked_at timestamptz;
create index branches_by_external_id on branches (tenant_id, external_id);

alter table visits
  -- Grows with every change anybody is told of: events are unique by it.
  add column revision int not null default 1,
  -- When the record was last asked for; an answer that was asked for earlier is older news.
  add column read_at timestamptz;

-- A vendor's limit that all processes share. Times are the machine's, as the database has it.
create table shared_limits (
  key text primary key,
  -- When calls were let through within the longest window, newest last.
  taken_at timestamptz[] not null default '{}',
  -- The vendor asked for silence until then (429 with Retry-After).
  paused_until timestamptz
);
-- Who waits for a call, and when an asker was last served: the one served longest ago comes first.
create table shared_limit_turns (
  key text not null,
  id uuid not null,
  asker text not null,
  is_urgent boolean not null,
  asked_at timestamptz not null,
  -- A turn nobody asks about any more is void: its process died.
  seen_at timestamptz not null,
  primary key (key, id)
);
create table shared_limit_askers (
  key text not null,
  asker text not null,
  served_at timestamptz not null,
  primary key (key, asker)
);
grant select, insert, update, delete on shared_limits, shared_limit_turns, shared_limit_askers
  to frontdesk_app, frontdesk_system;

-- Asks whether one call may go now. Calls for one limit pass here one after another.
-- Returns 0 when it may, and has counted it; else milliseconds after which to ask again with the same turn.
create function frontdesk.take_turn(
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
  -- Whoever stands behind others asks again when they should be through.
  return greatest(5, least(1000,
    ceil(extract(epoch from greatest(free_at, present) - present) * 1000) + ahead * periods_ms[1] / limits[1]));
end $$;
revoke all on function frontdesk.take_turn from public;
grant execute on function frontdesk.take_turn to frontdesk_app, frontdesk_system;
