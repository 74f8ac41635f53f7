-- Old messages of trials are deleted by their age.
create index assistant_trial_messages_by_time on assistant_trial_messages (tenant_id, at);
create index assistant_trial_messages_by_turn on assistant_trial_messages (tenant_id, turn_id) where turn_id is not null;
