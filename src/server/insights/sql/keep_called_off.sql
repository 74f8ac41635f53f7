-- Keeps called_off and skip_tallies when messages are cancelled or planned again.
-- NOTE: the plan of the first run is cached for the connection's life. A hash join, chosen for a thousand messages of a
-- paused flow, would later scan the whole table for a single message.
create or replace function frontdesk.keep_called_off() returns trigger
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off
  as $$
begin
  if not exists (select from new_rows where status = 'cancelled') and not exists (select from old_rows where status = 'cancelled') then
    return null;
  end if;
  with wanted_again as (
    delete from called_off c using new_rows n
    where n.status <> 'cancelled' and c.tenant_id = n.tenant_id and c.message_id = n.id
    returning c.tenant_id, c.day, c.sender_id, c.rule
  ),
  called as (
    insert into called_off (called_off_at, day, tenant_id, message_id, sender_id, rule)
    select n.updated_at, (n.updated_at at time zone tenants.time_zone)::date, n.tenant_id, n.id, n.sender_id, n.reason
    from new_rows n join tenants on tenants.id = n.tenant_id
    where n.status = 'cancelled' and n.priority > 0 and n.reason is not null
      -- A test send cancelled with its mode or number skipped no contact.
      and not (n.is_test and n.reason in ('flow_stopped', 'no_test_phone'))
    on conflict (tenant_id, message_id) do nothing
    returning tenant_id, day, sender_id, rule
  )
  insert into skip_tallies as t
    select tenant_id, day, sender_id, rule, pg_backend_pid(), sum(counted) from (
      select *, 1 as counted from called
      union all
      select *, -1 from wanted_again
    ) change
    group by tenant_id, day, sender_id, rule having sum(counted) <> 0
    on conflict (tenant_id, day, sender_id, rule, counted_by) do update set count = t.count + excluded.count;
  return null;
end $$;
