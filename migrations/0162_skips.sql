-- How often a message was decided against, by reason and day: kept by the statements that keep the verdicts, so that a
-- chart of a year is read without them.
create table skip_tallies (
  tenant_id uuid not null references tenants (id),
  -- By the cabinet's calendar.
  day date not null,
  flow_id uuid not null,
  rule text not null,
  -- The connection that counted, as in message_tallies; in 0 is what was summed up since.
  counted_by int not null,
  count bigint not null,
  primary key (tenant_id, day, flow_id, rule, counted_by)
) with (fillfactor = 50);
create index skip_tallies_counting on skip_tallies (tenant_id) where counted_by <> 0;
select frontdesk.protect('skip_tallies');

create or replace function frontdesk.tally_verdicts() returns trigger
  language plpgsql
  as $$
begin
  insert into message_tallies as t
    select tenant_id, flow_id, 'decided_against', pg_backend_pid(), count(*), 0
    from new_rows where outcome = 'skipped' and message_id is null group by tenant_id, flow_id
    on conflict (tenant_id, flow_id, status, counted_by) do update set count = t.count + excluded.count;
  insert into skip_tallies as t
    select v.tenant_id, (v.decided_at at time zone tenants.time_zone)::date as day, v.flow_id, v.rule, pg_backend_pid(), count(*)
    from new_rows v join tenants on tenants.id = v.tenant_id
    where v.outcome = 'skipped' group by v.tenant_id, day, v.flow_id, v.rule
    on conflict (tenant_id, day, flow_id, rule, counted_by) do update set count = t.count + excluded.count;
  return null;
end $$;

-- The people behind a count.
create index verdicts_skipped on verdicts (tenant_id, flow_id, rule, decided_at desc, id desc) where outcome = 'skipped';

-- For how many months decisions are kept.
alter table tenants add column verdict_months int not null default 13 check (verdict_months between 3 and 36);

-- What there is by now; as the role that sees every tenant.
set local role frontdesk_system;
insert into skip_tallies
  select v.tenant_id, (v.decided_at at time zone tenants.time_zone)::date as day, v.flow_id, v.rule, 0, count(*)
  from verdicts v join tenants on tenants.id = v.tenant_id
  where v.outcome = 'skipped' group by v.tenant_id, day, v.flow_id, v.rule;
reset role;
