-- Fields that a vendor sends and its documentation does not name, counted: by them we learn that it changed something.
-- Names only; what they hold may be personal.
create table unknown_fields (
  tenant_id uuid not null,
  connection_id uuid not null,
  field text not null,
  count bigint not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, connection_id, field),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('unknown_fields');
