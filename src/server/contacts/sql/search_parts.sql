-- Substrings of up to three letters of a text, for the index contacts_by_parts.
-- NOTE: the index stores these values: a change of this function needs a migration that rebuilds it.
create or replace function frontdesk.search_parts(tenant uuid, said text) returns text[]
  language sql immutable parallel safe cost 2000
  as $$
    select array_agg(frontdesk.search_mark(tenant) || substr(said, place, size))
    from generate_series(1, char_length(said)) place, generate_series(1, 3) size
  $$;
