-- A rehearsal keeps to the daily limits of flows too: how many messages left so far, by flow and day.
alter table rehearsals add column daily_counts jsonb not null default '{}';
