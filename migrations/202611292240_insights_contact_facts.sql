-- What a contact bought: visits held and orders not cancelled. Counted again as a whole when one of them changes; see
-- docs/rules/insights.md.
create table contact_facts (
  tenant_id uuid not null references tenants (id),
  contact_id uuid not null,
  -- Visits that were held (arrived, or begun without a mark), and orders.
  visits int not null check (visits > 0),
  -- Paid for arrived visits and orders, in the currency of the latest.
  spent_minor bigint not null,
  -- ISO 4217.
  currency text not null,
  -- Days are the branch's.
  first_day date not null,
  first_branch_id uuid not null,
  first_master_id uuid,
  first_service_id uuid,
  first_is_online boolean not null,
  last_day date not null,
  last_at timestamptz not null,
  last_branch_id uuid not null,
  last_master_id uuid,
  last_service_id uuid,
  -- Median of the last 8 gaps between days of purchases; null: fewer than 3 days.
  usual_days int check (usual_days > 0),
  primary key (tenant_id, contact_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index contact_facts_by_first on contact_facts (tenant_id, first_day, contact_id);
create index contact_facts_by_first_master on contact_facts (tenant_id, first_master_id) where first_master_id is not null;
create index contact_facts_by_first_service on contact_facts (tenant_id, first_service_id) where first_service_id is not null;
create index contact_facts_by_last on contact_facts (tenant_id, last_day, contact_id);
select frontdesk.protect('contact_facts');

-- The same by month.
create table contact_months (
  tenant_id uuid not null references tenants (id),
  contact_id uuid not null,
  -- First day of the month.
  month date not null,
  -- Month of the contact's first purchase.
  cohort date not null,
  visits int not null check (visits > 0),
  spent_minor bigint not null,
  currency text not null,
  primary key (tenant_id, contact_id, month),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index contact_months_by_cohort on contact_months (tenant_id, cohort, month)
  include (contact_id, visits, spent_minor, currency);
select frontdesk.protect('contact_months');

-- Contacts whose facts must be counted again. One row per change under an id of its own, so that no writer waits for another.
create table contact_fact_marks (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  contact_id uuid not null,
  primary key (tenant_id, id)
);
select frontdesk.protect('contact_fact_marks');

-- What was stored before is counted by the next run.
insert into contact_fact_marks (tenant_id, contact_id)
  select distinct tenant_id, contact_id from visits where contact_id is not null
  union
  select distinct tenant_id, contact_id from orders where contact_id is not null;
