-- Protects a tenant's table: row-level security, forced on the owner too, with one policy per role.
create or replace function frontdesk.protect(bound regclass, tenant_column text default 'tenant_id') returns void
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', bound);
  execute format('alter table %s force row level security', bound);
  execute format(
    'create policy own_tenant on %s to frontdesk_app using (%I = frontdesk.tenant_id()) with check (%I = frontdesk.tenant_id())',
    bound, tenant_column, tenant_column);
  execute format('create policy every_tenant on %s to frontdesk_system using (true) with check (true)', bound);
  execute format('grant select, insert, update, delete on %s to frontdesk_app, frontdesk_system', bound);
end $$;
