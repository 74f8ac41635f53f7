-- Messages of flows that were planned and called off before they were due, as long as nobody wants them again: "who was
-- skipped" counts them among the decisions against, by the day they were called off.
create table called_off (
  called_off_at timestamptz not null,
  -- By the cabinet's calendar as it was then: under it the message is counted, and taken off when it is wanted again.
  day date not null,
  tenant_id uuid not null references tenants (id),
  message_id uuid not null,
  flow_id uuid not null,
  rule text not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id)
);
-- The people behind a count.
create index called_off_by_rule on called_off (tenant_id, flow_id, rule, called_off_at desc, message_id desc);
select frontdesk.protect('called_off');

-- NOTE: the plan of the first run is kept for the connection's life: joined by hashing, as suits the thousand messages of a
-- flow that is paused, one message would cost a look at the whole table.
create function frontdesk.keep_called_off() returns trigger
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
    returning c.tenant_id, c.day, c.flow_id, c.rule
  ),
  called as (
    insert into called_off (called_off_at, day, tenant_id, message_id, flow_id, rule)
    select n.updated_at, (n.updated_at at time zone tenants.time_zone)::date, n.tenant_id, n.id, n.flow_id, n.reason
    from new_rows n join tenants on tenants.id = n.tenant_id
    where n.status = 'cancelled' and n.origin = 'flow' and n.reason is not null
      -- A trial that ends with its mode, or with its number, left nobody out.
      and not (n.is_test and n.reason in ('flow_stopped', 'no_test_phone'))
    on conflict (tenant_id, message_id) do nothing
    returning tenant_id, day, flow_id, rule
  )
  insert into skip_tallies as t
    select tenant_id, day, flow_id, rule, pg_backend_pid(), sum(counted) from (
      select *, 1 as counted from called
      union all
      select *, -1 from wanted_again
    ) change
    group by tenant_id, day, flow_id, rule having sum(counted) <> 0
    on conflict (tenant_id, day, flow_id, rule, counted_by) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger keep_called_off after update on messages
  referencing old table as old_rows new table as new_rows for each statement execute function frontdesk.keep_called_off();

-- What there is by now; as the role that sees every tenant.
set local role frontdesk_system;
insert into called_off
  select m.updated_at, (m.updated_at at time zone tenants.time_zone)::date, m.tenant_id, m.id, m.flow_id, m.reason
  from messages m join tenants on tenants.id = m.tenant_id
  where m.status = 'cancelled' and m.origin = 'flow' and m.reason is not null
    and not (m.is_test and m.reason in ('flow_stopped', 'no_test_phone'));
insert into skip_tallies as t
  select tenant_id, day, flow_id, rule, 0, count(*) from called_off group by tenant_id, day, flow_id, rule
  on conflict (tenant_id, day, flow_id, rule, counted_by) do update set count = t.count + excluded.count;
reset role;
