-- The member of a valid session. Called for each request, so it takes one round trip, without a transaction around it.
-- It runs as frontdesk_system, which sees every tenant, and names the tenant itself: Citus passes `set local` on to its
-- nodes only inside a transaction block.
create or replace function frontdesk.session_member(tenant uuid, session uuid)
  returns table (member_id uuid, member_role text, operator_role text, is_second_factor_missing boolean)
  language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  return query
    select m.id, m.role, m.operator_role,
      not s.has_second_factor and (f.confirmed_at is not null or coalesce(r.requires_second_factor, false))
    from sessions s
      join members m on m.tenant_id = s.tenant_id and m.id = s.member_id
      left join member_second_factors f on f.tenant_id = tenant and f.member_id = s.member_id
      left join sign_in_rules r on r.tenant_id = tenant
    where s.tenant_id = tenant and s.id = session and m.removed_at is null and s.revoked_at is null and s.expires_at > statement_timestamp();
end $$;
revoke all on function frontdesk.session_member from public;
grant execute on function frontdesk.session_member to frontdesk_app;
-- A new owner needs the right to create in the schema at the moment of the change, and not after it.
grant create on schema frontdesk to frontdesk_system;
alter function frontdesk.session_member owner to frontdesk_system;
revoke create on schema frontdesk from frontdesk_system;
