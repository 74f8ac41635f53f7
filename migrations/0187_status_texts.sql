-- The word a status came with that nobody knows; empty for the known ones.
alter table visits add column status_text text not null default '';
