-- Hashes of the substrings of three letters of a text, for the index searched_texts_by_parts; see frontdesk.search_parts.
-- NOTE: the index stores these values: a change of this function needs a migration that rebuilds it.
create or replace function frontdesk.text_parts(tenant uuid, said text) returns int8[]
  language sql immutable parallel safe cost 2000
  as $$
    select coalesce(array_agg(distinct hashtextextended(substr(said, place, 3), frontdesk.search_mark(tenant))), '{}')
    from generate_series(1, char_length(said) - 2) place
  $$;
