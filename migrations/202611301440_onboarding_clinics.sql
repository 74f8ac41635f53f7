-- The quick start of a clinic, as far as it is not seen elsewhere: its reminder, and when that goes live.
create table clinic_setups (
  tenant_id uuid primary key references tenants (id),
  flow_id uuid not null,
  -- In the cabinet's zone; null: not chosen yet.
  starts_on date,
  foreign key (tenant_id, flow_id) references flows (tenant_id, id)
);
select frontdesk.protect('clinic_setups');
