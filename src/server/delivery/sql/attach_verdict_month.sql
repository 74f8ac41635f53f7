-- Attaches a month's table as a partition of verdicts.
create or replace function frontdesk.attach_verdict_month(month date) returns void
  language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  execute format('alter table public.verdicts attach partition %s for values from (%L) to (%L)',
    frontdesk.verdict_month_name(month), month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
end $$;
revoke all on function frontdesk.attach_verdict_month from public;
grant execute on function frontdesk.attach_verdict_month to frontdesk_system;
