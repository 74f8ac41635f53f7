-- Drops a month's table. It waits at most 2 s for readers.
create or replace function frontdesk.drop_verdict_month(month date) returns void
  language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s'
  as $$
begin
  execute format('drop table if exists %s', frontdesk.verdict_month_name(month));
end $$;
revoke all on function frontdesk.drop_verdict_month from public;
grant execute on function frontdesk.drop_verdict_month to frontdesk_system;
