-- What an event happened to, where that is no visit: an order, a cart, what a program of the business posted.
alter table events add column subject_id uuid;
create index events_by_subject on events (tenant_id, subject_id, recorded_at) where subject_id is not null;
