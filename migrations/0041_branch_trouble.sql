-- Why the branch could not be read last time, by the name the contract gives it; null when it could.
-- sync_error has the words for people.
alter table branches add column sync_trouble text;
