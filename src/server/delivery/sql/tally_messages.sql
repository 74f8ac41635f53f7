-- Keeps message_tallies equal to the messages.
create or replace function frontdesk.tally_messages() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from new_rows) then return null; end if; -- the insert met existing rows
    insert into message_tallies as t
      select tenant_id, sender_id, status, pg_backend_pid(), count(*), count(replied_at)
      from new_rows group by tenant_id, sender_id, status
      on conflict (tenant_id, sender_id, status, counted_by) do update
        set count = t.count + excluded.count, replied = t.replied + excluded.replied;
  elsif tg_op = 'UPDATE' then
    insert into message_tallies as t
      select tenant_id, sender_id, status, pg_backend_pid(), sum(counted), sum(replied) from (
        select tenant_id, sender_id, status, 1 as counted, (replied_at is not null)::int as replied
        from new_rows
        union all
        select tenant_id, sender_id, status, -1, -(replied_at is not null)::int
        from old_rows
      ) change
      group by tenant_id, sender_id, status having sum(counted) <> 0 or sum(replied) <> 0
      on conflict (tenant_id, sender_id, status, counted_by) do update
        set count = t.count + excluded.count, replied = t.replied + excluded.replied;
  else
    insert into message_tallies as t
      select tenant_id, sender_id, status, pg_backend_pid(), -count(*), -count(replied_at)
      from old_rows group by tenant_id, sender_id, status
      on conflict (tenant_id, sender_id, status, counted_by) do update
        set count = t.count + excluded.count, replied = t.replied + excluded.replied;
  end if;
  return null;
end $$;
