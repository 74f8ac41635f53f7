-- Connections to this database, their limit, and the age of the oldest transaction in seconds; null: there is none.
-- Runs as the owner: the activity of other roles is hidden from ours.
create or replace function frontdesk.database_activity()
  returns table (connections int, most_connections int, oldest_transaction float8)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
begin
  return query
    select count(*)::int, current_setting('max_connections')::int,
      max(extract(epoch from clock_timestamp() - activity.xact_start)) filter (where activity.pid <> pg_backend_pid())::float8
    from pg_stat_activity activity
    where activity.datname = current_database() and activity.backend_type = 'client backend';
end $$;
revoke all on function frontdesk.database_activity from public;
grant execute on function frontdesk.database_activity to frontdesk_system;
