-- Runs of a mailing that repeats: the first run of each; null: the mailing is the first, or does not repeat.
alter table mailings add column series_id uuid;
create index mailings_of_series on mailings (tenant_id, series_id, created_at desc, id desc)
  where series_id is not null and deleted_at is null;
