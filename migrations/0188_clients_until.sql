-- Everything the booking system changed in its clients' cards before this is read.
alter table branches add column clients_until timestamptz;
update branches set clients_until = synced_at;
