-- Counts decisions of the contact policy in policy_tallies.
create or replace function frontdesk.tally_policy() returns trigger
  language plpgsql
  as $$
begin
  insert into policy_tallies as t
    select v.tenant_id, (v.decided_at at time zone tenants.time_zone)::date as day, v.sender_id, v.rule, v.outcome = 'deferred' as is_held,
      pg_backend_pid(), count(*)
    from new_rows v join tenants on tenants.id = v.tenant_id
    where v.rule in ('quiet_hours', 'marketing_budget', 'gave_way', 'opted_out', 'refuses_mailings')
      and v.outcome in ('deferred', 'skipped', 'cancelled')
    group by v.tenant_id, day, v.sender_id, v.rule, is_held
    on conflict (tenant_id, day, sender_id, rule, is_held, counted_by) do update set count = t.count + excluded.count;
  return null;
end $$;
