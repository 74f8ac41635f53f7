-- Daily limits are kept to by the moment, not by the customer: of flow and day the last message that leaves.
alter table rehearsals drop column daily_counts, add column last_leaving jsonb not null default '{}';
