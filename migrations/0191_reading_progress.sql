-- A reading from scratch that is under way: since when, and how far. What was read stays until the next one begins.
alter table branches
  add column sync_began_at timestamptz,
  add column sync_read_count integer not null default 0,
  add column sync_total_count integer;
