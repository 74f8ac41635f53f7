-- What a report to the owner is about: a day, or a week, of one connection.
create table report_periods (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null check (kind in ('day', 'week')),
  -- The day after the period, on which it is told.
  told_on date not null,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, kind, told_on),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('report_periods');
-- Figures of a period are counted branch by branch.
create index visits_by_branch on visits (tenant_id, branch_id, starts_at) include (status, total_minor, is_first);
