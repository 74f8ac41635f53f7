-- Deletes those of the tenant's contacts that no foreign key refers to; returns how many.
create or replace function frontdesk.delete_unreferenced_contacts(ids uuid[]) returns int
  language plpgsql
  as $$
declare
  one uuid;
  deleted int := 0;
begin
  foreach one in array ids loop
    begin
      delete from contacts where tenant_id = frontdesk.tenant_id() and id = one;
      if found then deleted := deleted + 1; end if;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  return deleted;
end $$;
revoke all on function frontdesk.delete_unreferenced_contacts from public;
grant execute on function frontdesk.delete_unreferenced_contacts to frontdesk_app;
