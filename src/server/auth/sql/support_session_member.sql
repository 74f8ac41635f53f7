-- The member and the admin of a running support session. Called for each request of one. The admin's own session, right and
-- membership are read each time, so that support ends with them. Runs as frontdesk_system, like session_member.
create or replace function frontdesk.support_session_member(tenant uuid, session uuid)
  returns table (
    member_id uuid, member_role text, admin_id uuid, expires_at timestamptz, may_change boolean
  )
  language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  user_entered uuid;
  user_role text;
  admin uuid;
  admin_tenant uuid;
  admin_session uuid;
  admin_right text;
  emergency boolean;
  until timestamptz;
  changes timestamptz;
begin
  select s.user_id, m.role, s.admin_id, s.admin_tenant_id, s.admin_session_id, s.is_emergency, s.expires_at, s.changes_until
    into user_entered, user_role, admin, admin_tenant, admin_session, emergency, until, changes from support_sessions s
      join members m on m.tenant_id = s.tenant_id and m.id = s.user_id
      left join support_rules r on r.tenant_id = tenant
    where s.tenant_id = tenant and s.id = session and s.ended_at is null and s.expires_at > statement_timestamp()
      and m.removed_at is null and m.operator_role is null and (s.is_emergency or coalesce(r.is_allowed, true));
  if not found then return; end if;
  select a.operator_role into admin_right from members a
      join sessions o on o.tenant_id = a.tenant_id and o.member_id = a.id
    where a.tenant_id = admin_tenant and a.id = admin and a.removed_at is null
      and o.tenant_id = admin_tenant and o.id = admin_session and o.revoked_at is null
      and o.expires_at > statement_timestamp();
  if admin_right is null or (emergency and admin_right <> 'super_admin') then return; end if;
  return query select user_entered, user_role, admin, until, coalesce(changes > statement_timestamp(), false);
end $$;
revoke all on function frontdesk.support_session_member from public;
grant execute on function frontdesk.support_session_member to frontdesk_app;
grant create on schema frontdesk to frontdesk_system;
alter function frontdesk.support_session_member owner to frontdesk_system;
revoke create on schema frontdesk from frontdesk_system;
