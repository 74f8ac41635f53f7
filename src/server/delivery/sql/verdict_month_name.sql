-- The name of a month's table, e.g. frontdesk.verdicts_2026_11.
create or replace function frontdesk.verdict_month_name(month date) returns text
  language sql immutable
  as $$ select 'frontdesk.verdicts_' || to_char(month, 'YYYY_MM') $$;
