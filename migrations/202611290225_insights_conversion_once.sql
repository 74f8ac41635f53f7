-- A visit counts for the last message of each sender before it; sums over all senders count it once, for the last message of all.
alter table conversion_facts
  -- The shortest of the windows in which the contact came, and this was the last message of all before it; null: in none.
  add column own_days smallint check (own_days in (7, 14, 21, 30)),
  -- The amounts of those visits alone.
  add column own_spent_7 bigint not null default 0,
  add column own_spent_14 bigint not null default 0,
  add column own_spent_21 bigint not null default 0,
  add column own_spent_30 bigint not null default 0;

alter table conversion_days
  add column own_came_7 bigint not null default 0,
  add column own_came_14 bigint not null default 0,
  add column own_came_21 bigint not null default 0,
  add column own_came_30 bigint not null default 0,
  add column own_spent_7 bigint not null default 0,
  add column own_spent_14 bigint not null default 0,
  add column own_spent_21 bigint not null default 0,
  add column own_spent_30 bigint not null default 0;

-- What was measured before is measured again.
alter table conversion_facts no force row level security;
alter table conversion_marks no force row level security;
insert into conversion_marks (tenant_id, contact_id, is_whole)
  select distinct tenant_id, contact_id, true from conversion_facts;
alter table conversion_facts force row level security;
alter table conversion_marks force row level security;
