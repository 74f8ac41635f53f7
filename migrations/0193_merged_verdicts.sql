-- What was decided about a contact who is merged becomes the other's too. She may have visits by then: a card without a
-- phone that gets one is merged. Verdicts are found by the indexes they have: without a message by the contact, with one
-- by the message, so that a merge costs what there is of her and not what there is. What a flow is about may be herself.
create or replace function frontdesk.merge_contacts(tenant uuid, source uuid, target uuid) returns void
  language plpgsql
  as $$
declare place regclass;
begin
  with moved as (
    update verdicts v set contact_id = target, subject_id = case v.subject_id when source then target else v.subject_id end
    where v.tenant_id = tenant and v.contact_id = source and v.outcome = 'skipped' and v.message_id is null
    returning v.rule
  )
  -- Who was held out is measured with what the other bought.
  insert into conversion_marks (tenant_id, contact_id) select tenant, target from moved where rule = 'control_group' limit 1;
  update verdicts v set contact_id = target, subject_id = case v.subject_id when source then target else v.subject_id end
    from messages m
    where m.tenant_id = tenant and m.contact_id = source and v.tenant_id = tenant and v.message_id = m.id and v.contact_id = source;
  -- Of the same occasion for both, the other's is hers.
  update messages m set subject_id = target
    where m.tenant_id = tenant and m.contact_id = source and m.origin = 'flow' and m.subject_id = source
      and not exists (
        select from messages o
        where o.tenant_id = tenant and o.origin = 'flow' and o.subject_id = target and o.flow_id = m.flow_id and o.step = m.step
          and o.occurrence = m.occurrence and o.test_phone = m.test_phone);
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
