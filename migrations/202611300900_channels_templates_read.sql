-- When the templates of a channel were last read, and why the last attempt failed; null where it did not.
alter table channels
  add column templates_read_at timestamptz,
  add column templates_trouble text;
