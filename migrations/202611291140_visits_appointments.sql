-- Minutes before its start until which a contact may move a visit; null: never.
alter table branches add column move_closes_minutes int default 0;
update branches set move_closes_minutes = cancel_closes_minutes;

-- Masters who perform a service. A branch without any row: the booking system does not report them.
create table service_masters (
  tenant_id uuid not null,
  service_id uuid not null,
  master_id uuid not null,
  -- Of this master; null: as long as the service.
  duration_minutes int,
  primary key (tenant_id, service_id, master_id),
  foreign key (tenant_id, service_id) references services (tenant_id, id) on delete cascade,
  foreign key (tenant_id, master_id) references masters (tenant_id, id) on delete cascade
);
create index service_masters_by_master on service_masters (tenant_id, master_id);
select frontdesk.protect('service_masters');
