-- Contacts are listed by a column of their own: under row-level security a page may begin in the middle of an index
-- only by leakproof comparisons of plain columns, and an expression with coalesce() is none.
alter table contacts add column listed_at timestamptz not null
  generated always as (coalesce(last_visit_at, '1970-01-01 00:00:00+00'::timestamptz)) stored;
drop index contacts_by_last_visit;
create index contacts_listed on contacts (tenant_id, listed_at desc, id desc) include (name, phone);
