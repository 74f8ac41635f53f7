-- Marks contacts whose message was sent, delivered, read, answered, turned out not to be sent, or was held back for the
-- control group.
-- NOTE: the plan of the first run is cached for the connection's life. A nested loop, chosen for one row, would later
-- compare each row with each; a hash join costs one row nothing more.
create or replace function frontdesk.mark_messages() returns trigger
  language plpgsql
  set enable_nestloop = off
  as $$
begin
  insert into conversion_marks (tenant_id, contact_id)
    select distinct n.tenant_id, n.contact_id
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.priority > 0 and not n.is_test and n.contact_id is not null
      and (n.phase = 'left' or o.phase = 'left' or n.reason = 'control_group')
      and (n.phase, n.contact_id, n.delivered_at is null, n.read_at is null, n.replied_at is null)
        is distinct from (o.phase, o.contact_id, o.delivered_at is null, o.read_at is null, o.replied_at is null);
  return null;
end $$;
