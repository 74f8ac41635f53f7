-- How many messages of each flow stand at each status. Kept by the statements that change messages, inside their own
-- transactions, so that it equals the ledger at any moment and is never counted anew.
create table message_tallies (
  tenant_id uuid not null references tenants (id),
  -- Zeros: of no flow (answers, trials).
  flow_id uuid not null,
  -- A status of messages; `decided_against`: verdicts for which no message was made.
  status text not null,
  -- The connection that counted. Each has rows of its own, so that no transaction waits for another's; in 0 is what was
  -- summed up since.
  counted_by int not null,
  count bigint not null,
  replied bigint not null,
  primary key (tenant_id, flow_id, status, counted_by)
) with (fillfactor = 50);
create index message_tallies_counting on message_tallies (tenant_id) where counted_by <> 0;
select frontdesk.protect('message_tallies');

create function frontdesk.tally_messages() returns trigger
  language plpgsql
  as $$
declare no_flow constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'INSERT' then
    if not exists (select from new_rows) then return null; end if; -- an insert that met its rows
    insert into message_tallies as t
      select tenant_id, case when origin = 'flow' then flow_id else no_flow end as flow, status, pg_backend_pid(), count(*), count(replied_at)
      from new_rows group by tenant_id, flow, status
      on conflict (tenant_id, flow_id, status, counted_by) do update
        set count = t.count + excluded.count, replied = t.replied + excluded.replied;
  elsif tg_op = 'UPDATE' then
    insert into message_tallies as t
      select tenant_id, flow, status, pg_backend_pid(), sum(counted), sum(replied) from (
        select tenant_id, case when origin = 'flow' then flow_id else no_flow end as flow, status, 1 as counted, (replied_at is not null)::int as replied
        from new_rows
        union all
        select tenant_id, case when origin = 'flow' then flow_id else no_flow end, status, -1, -(replied_at is not null)::int
        from old_rows
      ) change
      group by tenant_id, flow, status having sum(counted) <> 0 or sum(replied) <> 0
      on conflict (tenant_id, flow_id, status, counted_by) do update
        set count = t.count + excluded.count, replied = t.replied + excluded.replied;
  else
    insert into message_tallies as t
      select tenant_id, case when origin = 'flow' then flow_id else no_flow end as flow, status, pg_backend_pid(), -count(*), -count(replied_at)
      from old_rows group by tenant_id, flow, status
      on conflict (tenant_id, flow_id, status, counted_by) do update
        set count = t.count + excluded.count, replied = t.replied + excluded.replied;
  end if;
  return null;
end $$;
create trigger tally_inserted after insert on messages
  referencing new table as new_rows for each statement execute function frontdesk.tally_messages();
create trigger tally_updated after update on messages
  referencing old table as old_rows new table as new_rows for each statement execute function frontdesk.tally_messages();
create trigger tally_deleted after delete on messages
  referencing old table as old_rows for each statement execute function frontdesk.tally_messages();

create function frontdesk.tally_verdicts() returns trigger
  language plpgsql
  as $$
begin
  insert into message_tallies as t
    select tenant_id, flow_id, 'decided_against', pg_backend_pid(), count(*), 0
    from new_rows where outcome = 'skipped' and message_id is null group by tenant_id, flow_id
    on conflict (tenant_id, flow_id, status, counted_by) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger tally_inserted after insert on verdicts
  referencing new table as new_rows for each statement execute function frontdesk.tally_verdicts();

-- What there is by now; as the role that sees every tenant.
set local role frontdesk_system;
insert into message_tallies
  select tenant_id, case when origin = 'flow' then flow_id else '00000000-0000-0000-0000-000000000000' end as flow, status, 0, count(*), count(replied_at)
  from messages group by tenant_id, flow, status;
insert into message_tallies
  select tenant_id, flow_id, 'decided_against', 0, count(*), 0
  from verdicts where outcome = 'skipped' and message_id is null group by tenant_id, flow_id;
reset role;

-- A flow's messages are found by their phase too: its next one among all that left, without an index more.
drop index messages_by_flow;
create index messages_by_flow on messages (tenant_id, flow_id, phase, due_at desc, id desc);
