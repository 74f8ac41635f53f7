-- The roles and the schema that functions and tables need. Runs before all other files.
--
-- frontdesk_app     the product: sees one tenant, the one named by app.tenant_id
-- frontdesk_system  sweeps, sign-in and the operator's area: sees every tenant
--
-- Both own no table.
do $$
declare wanted text;
begin
  foreach wanted in array array['frontdesk_app', 'frontdesk_system'] loop
    -- Roles belong to the cluster: another database may have made them, and this user need not be allowed to.
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    begin
      execute format('grant %I to current_user', wanted);
    exception
      when unique_violation then null;
      when insufficient_privilege then -- who may grant it has done so
        if not pg_has_role(wanted, 'member') then raise; end if;
    end;
  end loop;
end $$;

create schema if not exists frontdesk;
grant usage on schema frontdesk, public to frontdesk_app, frontdesk_system;
