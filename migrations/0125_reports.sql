-- Periods of owner reports: a day or a week of one connection.
create table report_periods (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null check (kind in ('day', 'week')),
  -- The day after the period, on which the report is sent.
  report_date date not null,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, kind, report_date),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('report_periods');
