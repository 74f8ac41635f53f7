-- Creates a month's table, not attached yet; returns null where it exists. Until the transaction ends no row is added to
-- verdicts_other, so that its rows of the month can be moved.
create or replace function frontdesk.begin_verdict_month(month date) returns text
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
revoke all on function frontdesk.begin_verdict_month from public;
grant execute on function frontdesk.begin_verdict_month to frontdesk_system;
