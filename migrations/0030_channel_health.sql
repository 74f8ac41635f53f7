-- What is wrong with a channel, in our word, and what the provider said of it, in its words.
alter table channels rename column state_reason to trouble;
alter table channels add column trouble_text text;

-- A post finds its channel by the secret of its path.
create unique index channels_by_hook on channels (tenant_id, hook_secret_hash);
