-- Contacts are found by any part of a name or phone. No index of PostgreSQL's own answers that here: under row-level
-- security a condition may begin in an index only by leakproof operators, and pg_trgm knows no letters but Latin ones
-- where the locale is C. So the parts of up to three letters are indexed, and read by one door that keeps to its tenant.
alter table contacts add column searched_as text not null
  generated always as (lower(name) || E'\n' || coalesce(phone, '')) stored;
drop index contacts_listed;
create index contacts_listed on contacts (tenant_id, listed_at desc, id desc) include (searched_as);
drop index contacts_by_name;

-- The tenant goes before each part, so that a small tenant's search never meets a large one's contacts.
create function frontdesk.search_mark(tenant uuid) returns text
  language sql immutable parallel safe
  as $$ select right(tenant::text, 12) $$;

create function frontdesk.search_parts(tenant uuid, said text) returns text[]
  language sql immutable parallel safe cost 2000
  as $$
    select array_agg(frontdesk.search_mark(tenant) || substr(said, place, size))
    from generate_series(1, char_length(said)) place, generate_series(1, 3) size
  $$;

-- NOTE: what waits to be sorted in is read by every search; the limit in kilobytes keeps that short.
create index contacts_by_parts on contacts using gin (frontdesk.search_parts(tenant_id, searched_as) collate "C")
  with (gin_pending_list_limit = 128);

-- What to look up for a text: a few of its parts from the end, where phones differ, or all of a short one.
create function frontdesk.wanted_parts(tenant uuid, said text) returns text[]
  language sql immutable parallel safe
  as $$
    select array_agg(frontdesk.search_mark(tenant) || substr(said, greatest(1, char_length(said) - 2 - step * 2), 3))
    from generate_series(0, least(3, greatest(0, (char_length(said) - 2) / 2))) step
  $$;

-- The tenant's contacts that contain one of the texts, by their newest visit, after a given one. What many have is met
-- among the newest soon; what few have is looked up.
create function frontdesk.find_contacts(texts text[], after_at timestamptz, after_id uuid, wanted int)
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
  -- NOTE: offset 0 keeps the other conditions from an index of their own, which would read all of the tenant's contacts.
  return query
    select distinct c.id, c.listed_at from unnest(texts) said cross join lateral (
      select c.tenant_id, c.id, c.listed_at from contacts c
      where frontdesk.search_parts(c.tenant_id, c.searched_as) collate "C" @> frontdesk.wanted_parts(tenant, said)
        and strpos(c.searched_as, said) > 0
      offset 0
    ) c
    where c.tenant_id = tenant and (c.listed_at, c.id) < (after_at, after_id)
    order by c.listed_at desc, c.id desc limit wanted - found_count;
end $$;
revoke all on function frontdesk.find_contacts from public;
grant execute on function frontdesk.find_contacts to frontdesk_app;
-- It acts as the role whose every row may be read by an index; it names its tenant itself.
grant create on schema frontdesk to frontdesk_system;
alter function frontdesk.find_contacts owner to frontdesk_system;
revoke create on schema frontdesk from frontdesk_system;
