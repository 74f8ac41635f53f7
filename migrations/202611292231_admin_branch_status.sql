-- A branch is found by its number in the booking system, whichever cabinet has it.
create index branches_by_number on branches (external_id);
create index branches_by_id on branches (id);
-- The newest cabinets of the deployment.
create index tenants_by_time on tenants (created_at desc, id desc);
