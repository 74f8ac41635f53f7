-- The member of a valid session. Called for each request, so it takes one round trip: it binds its own statement to the
-- tenant, and no transaction is open around it.
create or replace function frontdesk.session_member(tenant uuid, session uuid)
  returns table (member_id uuid, member_role text, operator_role text)
  language plpgsql
  as $$
begin
  execute format('set local app.tenant_id = %L', tenant);
  return query
    select m.id, m.role, m.operator_role from sessions s
      join members m on m.tenant_id = s.tenant_id and m.id = s.member_id
    where s.tenant_id = tenant and s.id = session and s.revoked_at is null and s.expires_at > clock_timestamp();
end $$;
grant execute on function frontdesk.session_member to frontdesk_app;
