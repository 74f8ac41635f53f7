-- Counts of visits by master and the branch's day, recounted with visit_days. Visits without a master are in those alone.
create table master_days (
  tenant_id uuid not null,
  branch_id uuid not null,
  day date not null,
  master_id uuid not null,
  -- As in visit_days.
  open int not null,
  arrived int not null,
  no_show int not null,
  cancelled int not null,
  paid_minor bigint not null,
  -- Length of the open and of the arrived visits.
  open_minutes int not null,
  arrived_minutes int not null,
  primary key (tenant_id, branch_id, day, master_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, master_id) references masters (tenant_id, id)
);
select frontdesk.protect('master_days');

insert into master_days (tenant_id, branch_id, day, master_id, open, arrived, no_show, cancelled, paid_minor, open_minutes, arrived_minutes)
  select v.tenant_id, v.branch_id, (v.starts_at at time zone b.time_zone)::date, v.master_id,
    count(*) filter (where v.status in ('waiting', 'confirmed', 'unknown')),
    count(*) filter (where v.status = 'arrived'),
    count(*) filter (where v.status = 'no_show'),
    count(*) filter (where v.status = 'cancelled'),
    coalesce(sum(v.total_minor) filter (where v.status = 'arrived'), 0)::bigint,
    coalesce(sum(v.duration_minutes) filter (where v.status in ('waiting', 'confirmed', 'unknown')), 0)::int,
    coalesce(sum(v.duration_minutes) filter (where v.status = 'arrived'), 0)::int
  from visits v join branches b on b.tenant_id = v.tenant_id and b.id = v.branch_id
  where v.master_id is not null and (v.contact_id is not null or v.service_titles <> '{}')
  group by 1, 2, 3, 4;
