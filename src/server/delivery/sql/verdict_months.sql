-- Months that have a table, by their first day.
create or replace function frontdesk.verdict_months() returns setof date
  language sql stable
  as $$
    select to_date(right(c.relname, 7), 'YYYY_MM') from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.verdicts'::regclass and c.relname ~ '^verdicts_\d{4}_\d{2}$' order by 1
  $$;
