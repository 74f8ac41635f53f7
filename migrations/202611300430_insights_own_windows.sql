-- A visit belongs to one message in each window: the last promotional one before it, or else the last of the others.
alter table conversion_facts
  drop column own_days,
  -- The windows (7, 14, 21, 30 days) in which a visit belongs to this message; of a held-back one none does.
  add column own_windows smallint[] not null default '{}';

-- What was measured before is measured again; until then the sums have no visits of their own.
alter table conversion_facts no force row level security;
alter table conversion_marks no force row level security;
alter table conversion_days no force row level security;
update conversion_days set own_came_7 = 0, own_came_14 = 0, own_came_21 = 0, own_came_30 = 0;
insert into conversion_marks (tenant_id, contact_id, is_whole)
  select distinct tenant_id, contact_id, true from conversion_facts;
alter table conversion_facts force row level security;
alter table conversion_marks force row level security;
alter table conversion_days force row level security;
