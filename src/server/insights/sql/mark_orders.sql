-- Marks contacts whose order appeared or changed its amount, time or cancellation.
-- NOTE: the plan of the first run is cached for the connection's life. A nested loop, chosen for one row, would later
-- compare each row with each; a hash join costs one row nothing more.
create or replace function frontdesk.mark_orders() returns trigger
  language plpgsql
  set enable_nestloop = off
  as $$
begin
  if tg_op = 'INSERT' then
    insert into conversion_marks (tenant_id, contact_id)
      select distinct tenant_id, contact_id from new_rows where contact_id is not null;
    return null;
  end if;
  insert into conversion_marks (tenant_id, contact_id)
    select distinct changed.tenant_id, who.contact_id from (
      select n.tenant_id, o.contact_id as former_id, n.contact_id
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where (n.status = 'Cancelled', n.placed_at, n.total_minor, n.contact_id)
        is distinct from (o.status = 'Cancelled', o.placed_at, o.total_minor, o.contact_id)
    ) changed
    cross join lateral (values (changed.former_id), (changed.contact_id)) who (contact_id)
    where who.contact_id is not null;
  return null;
end $$;
