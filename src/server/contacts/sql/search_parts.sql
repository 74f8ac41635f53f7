-- Hashes of the substrings of up to three letters of a text, for the index contacts_by_parts. Numbers, because the index
-- compares and stores them in half the time of texts; those who read it compare the text too.
-- NOTE: the index stores these values: a change of this function needs a migration that rebuilds it.
create or replace function frontdesk.search_parts(tenant uuid, said text) returns int8[]
  language plpgsql immutable parallel safe cost 2000
  as $$
declare
  mark constant int8 := frontdesk.search_mark(tenant);
  parts int8[] := '{}';
  before_last text := '';
  last text := '';
  letter text;
begin
  foreach letter in array string_to_array(said, null) loop
    parts := parts || array[hashtextextended(letter, mark), hashtextextended(last || letter, mark),
      hashtextextended(before_last || last || letter, mark)];
    before_last := last;
    last := letter;
  end loop;
  return parts;
end $$;
