-- Hashes of the substrings to look up for a search text: a few from its end, where phones differ, or all of a short one;
-- and those across two words, which few texts have where each word is frequent.
create or replace function frontdesk.wanted_parts(tenant uuid, said text) returns int8[]
  language sql immutable parallel safe
  as $$
    select array_agg(hashtextextended(substr(said, place, 3), frontdesk.search_mark(tenant)))
    from (
      select greatest(1, char_length(said) - 2 - step * 2) as place
      from generate_series(0, least(3, greatest(0, (char_length(said) - 2) / 2))) step
      union
      select place from generate_series(1, char_length(said) - 2) place where substr(said, place + 1, 1) = ' '
    ) places
  $$;
