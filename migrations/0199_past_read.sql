-- Since when everything is read that a branch knows of the time before it was connected; null: not yet.
alter table branches add column past_read_at timestamptz;
update branches set past_read_at = synced_at;
