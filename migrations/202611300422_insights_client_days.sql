-- Days on which a contact came, in the sense of contact_facts: visits held and orders. A contact returns in a period when
-- they come in it and came before it; the flags mark the first of their days in the period, in the business (back_…) and in
-- the branch (here_…), so that sums over the days of a period count each contact once.
create table contact_days (
  tenant_id uuid not null references tenants (id),
  contact_id uuid not null,
  -- The branch's.
  day date not null,
  branch_id uuid not null,
  -- Their first purchase.
  is_new boolean not null,
  back_day boolean not null,
  back_week boolean not null,
  back_month boolean not null,
  back_year boolean not null,
  here_day boolean not null,
  here_week boolean not null,
  here_month boolean not null,
  here_year boolean not null,
  primary key (tenant_id, contact_id, day, branch_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index contact_days_by_day on contact_days (tenant_id, day, contact_id);
select frontdesk.protect('contact_days');

-- Sums of contact_days, updated by differences.
create table client_days (
  tenant_id uuid not null references tenants (id),
  day date not null,
  branch_id uuid not null,
  new_clients int not null,
  back_day int not null,
  back_week int not null,
  back_month int not null,
  back_year int not null,
  here_day int not null,
  here_week int not null,
  here_month int not null,
  here_year int not null,
  primary key (tenant_id, day, branch_id)
) with (fillfactor = 70);
select frontdesk.protect('client_days');

-- Contacts whose days must be counted again. One row per change under an id of its own, so that no writer waits for another.
create table client_day_marks (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  contact_id uuid not null,
  primary key (tenant_id, id)
);
select frontdesk.protect('client_day_marks');

-- What was stored before is counted by the next run.
insert into client_day_marks (tenant_id, contact_id)
  select distinct tenant_id, contact_id from visits where contact_id is not null
  union
  select distinct tenant_id, contact_id from orders where contact_id is not null;
