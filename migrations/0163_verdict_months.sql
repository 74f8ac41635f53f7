-- Decisions lie by the month they were made in, so that old months go at once, and what is asked of the latest does not
-- grow with all there ever was. A month is a table in the schema frontdesk; nobody asks it by its own name.
-- Columns stand in the order that wastes no room.
alter table verdicts rename to verdicts_before;
create table verdicts (
  decided_at timestamptz not null,
  until timestamptz,
  flow_version int not null,
  step int not null,
  occurrence int not null,
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  flow_id uuid not null,
  -- What the flow was about; of a visit its id stands in both.
  subject_id uuid not null,
  visit_id uuid,
  contact_id uuid,
  event_id uuid,
  message_id uuid,
  subject_kind text not null,
  -- plan: when something happened · due: when the message was to leave
  stage text not null check (stage in ('plan', 'due')),
  outcome text not null check (outcome in ('planned', 'send', 'deferred', 'skipped', 'cancelled')),
  rule text not null,
  compared jsonb not null default '{}'
) partition by range (decided_at);
-- What no month is there for yet: a clock that was turned far ahead.
create table frontdesk.verdicts_other partition of verdicts default;

-- The name of a month's table, e.g. frontdesk.verdicts_2026_11.
create function frontdesk.verdict_month_name(month date) returns text
  language sql immutable
  as $$ select 'frontdesk.verdicts_' || to_char(month, 'YYYY_MM') $$;

-- Makes a month's table, as yet apart from the others; null where it is there. Until the transaction ends nothing new
-- comes to verdicts_other, so that what is there for the month can be moved.
create function frontdesk.begin_verdict_month(month date) returns text
  language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare name text := frontdesk.verdict_month_name(month);
begin
  if month <> date_trunc('month', month::timestamp)::date then raise exception '% is no first day of a month', month; end if;
  perform pg_advisory_xact_lock(hashtextextended('frontdesk.verdict_months', 0));
  if to_regclass(name) is not null then return null; end if;
  lock table frontdesk.verdicts_other in share row exclusive mode;
  execute format('create table %s (like public.verdicts including all)', name);
  perform frontdesk.protect(name::regclass);
  return name;
end $$;

-- Puts a month's table among the others.
create function frontdesk.attach_verdict_month(month date) returns void
  language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  execute format('alter table public.verdicts attach partition %s for values from (%L) to (%L)',
    frontdesk.verdict_month_name(month), month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
end $$;

-- Lets a month go with all there is in it. Whoever reads just then makes it wait, and it does not wait long.
create function frontdesk.drop_verdict_month(month date) returns void
  language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s'
  as $$
begin
  execute format('drop table if exists %s', frontdesk.verdict_month_name(month));
end $$;

-- Months there are tables for, by their first day.
create function frontdesk.verdict_months() returns setof date
  language sql stable
  as $$
    select to_date(right(c.relname, 7), 'YYYY_MM') from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.verdicts'::regclass and c.relname ~ '^verdicts_\d{4}_\d{2}$' order by 1
  $$;

revoke all on function frontdesk.begin_verdict_month, frontdesk.attach_verdict_month, frontdesk.drop_verdict_month from public;
grant execute on function frontdesk.begin_verdict_month, frontdesk.attach_verdict_month, frontdesk.drop_verdict_month to frontdesk_system;

-- What there is by now, month by month, and three months ahead.
alter table verdicts_before no force row level security;
do $$
declare
  ahead timestamptz := now() + (select offset_ms from demo_clock) * interval '1 millisecond' + interval '3 months';
  month date;
begin
  for month in
    select generate_series(date_trunc('month', coalesce(min(decided_at), now()) at time zone 'UTC'),
      date_trunc('month', greatest(max(decided_at), ahead) at time zone 'UTC'), interval '1 month')::date
    from verdicts_before
  loop
    execute format('create table %s partition of verdicts for values from (%L) to (%L)',
      frontdesk.verdict_month_name(month), month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    perform frontdesk.protect(frontdesk.verdict_month_name(month)::regclass);
  end loop;
end $$;
insert into verdicts (decided_at, until, flow_version, step, occurrence, tenant_id, id, flow_id, subject_id, visit_id, contact_id,
    event_id, message_id, subject_kind, stage, outcome, rule, compared)
  select decided_at, until, flow_version, step, occurrence, tenant_id, id, flow_id, subject_id, visit_id, contact_id,
    event_id, message_id, subject_kind, stage, outcome, rule, compared
  from verdicts_before;
drop table verdicts_before;

alter table verdicts
  add primary key (tenant_id, id, decided_at),
  add foreign key (tenant_id, flow_id) references flows (tenant_id, id),
  add foreign key (tenant_id, visit_id) references visits (tenant_id, id);
create index verdicts_by_subject on verdicts (tenant_id, subject_id, decided_at);
create index verdicts_by_message on verdicts (tenant_id, message_id) where message_id is not null;
create index verdicts_not_sent on verdicts (tenant_id, decided_at desc, id desc) where outcome = 'skipped' and message_id is null;
create index verdicts_not_sent_by_flow on verdicts (tenant_id, flow_id, decided_at desc, id desc)
  where outcome = 'skipped' and message_id is null;
create index verdicts_not_sent_by_contact on verdicts (tenant_id, contact_id, decided_at desc, id desc)
  where outcome = 'skipped' and message_id is null;
create index verdicts_skipped on verdicts (tenant_id, flow_id, rule, decided_at desc, id desc) where outcome = 'skipped';
select frontdesk.protect('verdicts');
select frontdesk.protect('frontdesk.verdicts_other');
create trigger tally_inserted after insert on verdicts
  referencing new table as new_rows for each statement execute function frontdesk.tally_verdicts();
