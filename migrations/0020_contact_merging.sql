-- Contacts are listed by their newest visit, and searched in the same walk: name and phone lie in the index, because
-- under row-level security no LIKE may be answered by an index of its own (textlike is not leakproof).
create index contacts_by_last_visit on contacts
  (tenant_id, (coalesce(last_visit_at, '-infinity'::timestamptz)) desc, id desc) include (last_visit_at, name, phone);

-- A customer came by a channel before she was known, and turns out to be one who is known: everything of hers moves.
-- Every tenant table that names a contact calls the column contact_id. Verdicts do not move: they are about visits, and
-- a contact who is only known by a channel has none.
create function frontdesk.merge_contacts(tenant uuid, source uuid, target uuid) returns void
  language plpgsql
  as $$
declare place regclass;
begin
  for place in
    select c.oid from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'contact_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'verdicts'
    order by c.relname
  loop
    execute format('update %s set contact_id = $1 where tenant_id = $2 and contact_id = $3', place)
      using target, tenant, source;
  end loop;
  delete from contacts where tenant_id = tenant and id = source;
end $$;
grant execute on function frontdesk.merge_contacts to frontdesk_app, frontdesk_system;
