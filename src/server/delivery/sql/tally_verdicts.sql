-- Counts decisions against a message in message_tallies and skip_tallies.
create or replace function frontdesk.tally_verdicts() returns trigger
  language plpgsql
  as $$
begin
  insert into message_tallies as t
    select tenant_id, sender_id, 'decided_against', pg_backend_pid(), count(*), 0
    from new_rows where outcome = 'skipped' and message_id is null group by tenant_id, sender_id
    on conflict (tenant_id, sender_id, status, counted_by) do update set count = t.count + excluded.count;
  insert into skip_tallies as t
    select v.tenant_id, (v.decided_at at time zone tenants.time_zone)::date as day, v.sender_id, v.rule, pg_backend_pid(), count(*)
    from new_rows v join tenants on tenants.id = v.tenant_id
    where v.outcome = 'skipped' group by v.tenant_id, day, v.sender_id, v.rule
    on conflict (tenant_id, day, sender_id, rule, counted_by) do update set count = t.count + excluded.count;
  return null;
end $$;
