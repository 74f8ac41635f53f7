-- Seed of the hashes of indexed substrings: keeps the search of a small tenant off the contacts of a large one.
create or replace function frontdesk.search_mark(tenant uuid) returns int8
  language sql immutable parallel safe
  as $$ select hashtextextended(tenant::text, 0) $$;
