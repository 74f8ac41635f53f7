-- The tenant's contacts that contain one of the texts, by their latest visit, after a given one. Frequent texts are found
-- among the newest 2,000 contacts; rare ones through the index contacts_by_parts.
create or replace function frontdesk.find_contacts(texts text[], after_at timestamptz, after_id uuid, wanted int)
  returns table (id uuid, listed_at timestamptz)
  language plpgsql stable rows 50
  security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$
#variable_conflict use_column
declare
  tenant constant uuid := frontdesk.tenant_id();
  walk constant int := 2000;
  found_count int;
begin
  return query
    select newest.id, newest.listed_at from (
      select c.id, c.listed_at, c.searched_as from contacts c
      where c.tenant_id = tenant and (c.listed_at, c.id) < (after_at, after_id)
      order by c.listed_at desc, c.id desc limit walk
    ) newest
    where exists (select from unnest(texts) said where strpos(newest.searched_as, said) > 0)
    order by newest.listed_at desc, newest.id desc limit wanted;
  get diagnostics found_count = row_count;
  if found_count = wanted then return; end if;

  select c.listed_at, c.id into after_at, after_id from contacts c
    where c.tenant_id = tenant and (c.listed_at, c.id) < (after_at, after_id)
    order by c.listed_at desc, c.id desc offset walk - 1 limit 1;
  if not found then return; end if;
  -- NOTE: offset 0 keeps the planner from an index for the other conditions, which would read all of the tenant's contacts.
  return query
    select distinct c.id, c.listed_at from unnest(texts) said cross join lateral (
      select c.tenant_id, c.id, c.listed_at from contacts c
      where frontdesk.search_parts(c.tenant_id, c.searched_as) @> frontdesk.wanted_parts(tenant, said)
        and strpos(c.searched_as, said) > 0
      offset 0
    ) c
    where c.tenant_id = tenant and (c.listed_at, c.id) < (after_at, after_id)
    order by c.listed_at desc, c.id desc limit wanted - found_count;
end $$;
revoke all on function frontdesk.find_contacts from public;
grant execute on function frontdesk.find_contacts to frontdesk_app;
-- It runs as the role whose rows an index may read without leakproof operators; it names its tenant itself.
grant create on schema frontdesk to frontdesk_system;
alter function frontdesk.find_contacts owner to frontdesk_system;
revoke create on schema frontdesk from frontdesk_system;
