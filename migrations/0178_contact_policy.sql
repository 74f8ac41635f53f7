-- Flows, the most important first; those not named come after.
alter table contact_policies add column flow_order uuid[] not null default '{}';

-- What the contact policy did, by day: kept by the statements that keep the verdicts, so that a month is read without them.
create table policy_tallies (
  tenant_id uuid not null references tenants (id),
  -- By the cabinet's calendar.
  day date not null,
  flow_id uuid not null,
  rule text not null,
  -- It was put off; else it was not sent.
  is_held boolean not null,
  -- The connection that counted, as in message_tallies; in 0 is what was summed up since.
  counted_by int not null,
  count bigint not null,
  primary key (tenant_id, day, flow_id, rule, is_held, counted_by)
) with (fillfactor = 50);
create index policy_tallies_counting on policy_tallies (tenant_id) where counted_by <> 0;
select frontdesk.protect('policy_tallies');

create function frontdesk.tally_policy() returns trigger
  language plpgsql
  as $$
begin
  insert into policy_tallies as t
    select v.tenant_id, (v.decided_at at time zone tenants.time_zone)::date as day, v.flow_id, v.rule, v.outcome = 'deferred' as is_held,
      pg_backend_pid(), count(*)
    from new_rows v join tenants on tenants.id = v.tenant_id
    where v.rule in ('quiet_hours', 'marketing_budget', 'gave_way', 'opted_out', 'refuses_mailings')
      and v.outcome in ('deferred', 'skipped', 'cancelled')
    group by v.tenant_id, day, v.flow_id, v.rule, is_held
    on conflict (tenant_id, day, flow_id, rule, is_held, counted_by) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger tally_policy after insert on verdicts
  referencing new table as new_rows for each statement execute function frontdesk.tally_policy();

-- What there is by now; as the role that sees every tenant.
set local role frontdesk_system;
insert into policy_tallies
  select v.tenant_id, (v.decided_at at time zone tenants.time_zone)::date as day, v.flow_id, v.rule, v.outcome = 'deferred' as is_held, 0, count(*)
  from verdicts v join tenants on tenants.id = v.tenant_id
  where v.rule in ('quiet_hours', 'marketing_budget', 'gave_way', 'opted_out', 'refuses_mailings')
    and v.outcome in ('deferred', 'skipped', 'cancelled')
  group by v.tenant_id, day, v.flow_id, v.rule, is_held;
reset role;
