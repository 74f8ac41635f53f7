-- The tenant's searchable texts that contain a text of three letters or more, newest first, after a given one. Frequent
-- words are found among the newest 2,000 texts, less frequent ones among the 20,000 before them; rare ones through the
-- index searched_texts_by_parts.
create or replace function frontdesk.find_texts(wanted_text text, after_at timestamptz, after_id uuid, wanted int)
  returns table (id uuid, conversation_id uuid, direction text, written text, at timestamptz)
  language plpgsql stable rows 50
  security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$
#variable_conflict use_column
declare
  tenant constant uuid := frontdesk.tenant_id();
  walk int;
  found_now int;
begin
  foreach walk in array array[2000, 20000] loop
    return query
      select newest.id, newest.conversation_id, newest.direction, newest.written, newest.at from (
        select s.id, s.conversation_id, s.direction, s.text, s.written, s.at from searched_texts s
        where s.tenant_id = tenant and (s.at, s.id) < (after_at, after_id)
        order by s.at desc, s.id desc limit walk
      ) newest
      where strpos(newest.text, wanted_text) > 0
      order by newest.at desc, newest.id desc limit wanted;
    get diagnostics found_now = row_count;
    if found_now = wanted then return; end if;
    wanted := wanted - found_now;

    select s.at, s.id into after_at, after_id from searched_texts s
      where s.tenant_id = tenant and (s.at, s.id) < (after_at, after_id)
      order by s.at desc, s.id desc offset walk - 1 limit 1;
    if not found then return; end if;
    -- The index would find the words of a phrase in many texts that have them apart.
    exit when found_now < 2;
  end loop;
  -- NOTE: offset 0 keeps the planner from an index for the other conditions, which would read all of the tenant's texts.
  return query
    select found.id, found.conversation_id, found.direction, found.written, found.at from (
      select s.tenant_id, s.id, s.conversation_id, s.direction, s.text, s.written, s.at from searched_texts s
      where frontdesk.text_parts(s.tenant_id, s.text) @> frontdesk.wanted_parts(tenant, wanted_text)
        and strpos(s.text, wanted_text) > 0
      offset 0
    ) found
    where found.tenant_id = tenant and (found.at, found.id) < (after_at, after_id)
    order by found.at desc, found.id desc limit wanted;
end $$;
revoke all on function frontdesk.find_texts from public;
grant execute on function frontdesk.find_texts to frontdesk_app;
-- It runs as the role whose rows an index may read without leakproof operators; it names its tenant itself.
grant create on schema frontdesk to frontdesk_system;
alter function frontdesk.find_texts owner to frontdesk_system;
revoke create on schema frontdesk from frontdesk_system;
