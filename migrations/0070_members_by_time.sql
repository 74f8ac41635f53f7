-- The operator's list of people: newest first, over all cabinets.
create index members_by_time on members (created_at desc, id desc);
create index members_by_id on members (id);
create index members_by_email on members (email text_pattern_ops);
