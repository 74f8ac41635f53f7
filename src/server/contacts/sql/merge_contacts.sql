-- Merges the contact `source` into `target`: all rows of the source become the target's, and the source is deleted.
-- The target inherits what is unknown of it: name, e-mail, language, zone, birthday; a refusal of mailings always.
-- Verdicts are found by existing indexes (without a message by contact, with one by message), so that the cost grows
-- with the contact's rows and not with the table. The subject of a message may be the contact itself.
-- Every tenant table that references a contact calls the column contact_id.
create or replace function frontdesk.merge_contacts(tenant uuid, source uuid, target uuid) returns void
  language plpgsql
  as $$
declare place regclass;
begin
  update contacts t set
    name = case when t.name = '' then s.name else t.name end, email = coalesce(t.email, s.email),
    language = coalesce(t.language, s.language), time_zone = coalesce(t.time_zone, s.time_zone),
    birth_date = coalesce(t.birth_date, s.birth_date),
    kept_fields = case when t.birth_date is null and 'birth_date' = any(s.kept_fields) and not 'birth_date' = any(t.kept_fields)
      then t.kept_fields || 'birth_date'::text else t.kept_fields end,
    categories = case when t.categories = '{}' then s.categories else t.categories end,
    refuses_mailings = t.refuses_mailings or s.refuses_mailings,
    visits_count = greatest(t.visits_count, s.visits_count), last_visit_at = greatest(t.last_visit_at, s.last_visit_at),
    spent_minor = greatest(t.spent_minor, s.spent_minor),
    spent_at = case when s.spent_minor > t.spent_minor then s.spent_at else t.spent_at end
    from contacts s
    where s.tenant_id = tenant and s.id = source and t.tenant_id = tenant and t.id = target;
  update verdicts v set contact_id = target, subject_id = case v.subject_id when source then target else v.subject_id end
    where v.tenant_id = tenant and v.contact_id = source and v.outcome = 'skipped' and v.message_id is null;
  -- Messages to either are measured by what the target bought.
  insert into conversion_marks (tenant_id, contact_id) values (tenant, target);
  update verdicts v set contact_id = target, subject_id = case v.subject_id when source then target else v.subject_id end
    from messages m
    where m.tenant_id = tenant and m.contact_id = source and v.tenant_id = tenant and v.message_id = m.id and v.contact_id = source;
  -- Where both have a message for one occasion, the source's keeps its subject: the key is unique.
  update messages m set subject_id = target, occasion_key = replace(m.occasion_key, source::text, target::text)
    where m.tenant_id = tenant and m.contact_id = source and m.subject_id = source
      and not exists (
        select from messages o
        where o.tenant_id = tenant and o.sender_id = m.sender_id
          and o.occasion_key = replace(m.occasion_key, source::text, target::text));
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
