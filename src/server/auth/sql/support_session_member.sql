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
  entered record;
  right_of_admin text;
begin
  select s.*, m.role into entered
    from support_sessions s
      join members m on m.tenant_id = s.tenant_id and m.id = s.user_id
      left join support_rules r on r.tenant_id = tenant
    where s.tenant_id = tenant and s.id = session and s.ended_at is null and s.expires_at > statement_timestamp()
      and m.removed_at is null and m.operator_role is null and (s.is_emergency or coalesce(r.is_allowed, true));
  if not found then return; end if;
  select a.operator_role into right_of_admin
    from members a
      join sessions o on o.tenant_id = a.tenant_id and o.member_id = a.id
    where a.tenant_id = entered.admin_tenant_id and a.id = entered.admin_id and a.removed_at is null
      and o.tenant_id = entered.admin_tenant_id and o.id = entered.admin_session_id and o.revoked_at is null
      and o.expires_at > statement_timestamp();
  if right_of_admin is null or (entered.is_emergency and right_of_admin <> 'super_admin') then return; end if;
  return query select entered.user_id, entered.role, entered.admin_id, entered.expires_at,
    coalesce(entered.changes_until > statement_timestamp(), false);
end $$;
revoke all on function frontdesk.support_session_member from public;
grant execute on function frontdesk.support_session_member to frontdesk_app;
grant create on schema frontdesk to frontdesk_system;
alter function frontdesk.support_session_member owner to frontdesk_system;
revoke create on schema frontdesk from frontdesk_system;
