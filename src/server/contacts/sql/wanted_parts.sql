-- Substrings to look up for a search text: a few from its end, where phones differ, or all of a short one.
create or replace function frontdesk.wanted_parts(tenant uuid, said text) returns text[]
  language sql immutable parallel safe
  as $$
    select array_agg(frontdesk.search_mark(tenant) || substr(said, greatest(1, char_length(said) - 2 - step * 2), 3))
    from generate_series(0, least(3, greatest(0, (char_length(said) - 2) / 2))) step
  $$;
