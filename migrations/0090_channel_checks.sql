-- The last check got no answer from the provider: that says nothing of the channel, but its people should know.
alter table channels add column is_check_unanswered boolean not null default false;
