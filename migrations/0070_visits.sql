-- Staff members of a branch who serve contacts.
create table masters (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  name text not null,
  specialization text,
  is_active boolean not null default true,
  primary key (tenant_id, id),
  unique (tenant_id, branch_id, external_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
select frontdesk.protect('masters');

-- Services a branch offers.
create table services (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  title text not null,
  category_title text,
  price_minor bigint,
  duration_minutes int,
  is_active boolean not null default true,
  primary key (tenant_id, id),
  unique (tenant_id, branch_id, external_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
select frontdesk.protect('services');

-- A booked appointment, from any booking system.
create table visits (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  -- The vendor's id of the visit the record belongs to, where it has one.
  external_visit_id text,
  -- Null: a break, or a walk-in without a name.
  contact_id uuid,
  -- The client card of the booking. Where the card moves to another contact, the visit follows.
  client_external_id text,
  master_id uuid,
  service_ids uuid[] not null default '{}',
  -- Titles at the time of the booking: a service may be renamed or removed later.
  service_titles text[] not null default '{}',
  starts_at timestamptz not null,
  duration_minutes int not null,
  status text not null check (status in ('waiting', 'confirmed', 'arrived', 'no_show', 'cancelled', 'unknown')),
  -- The vendor's own status where ours is unknown; empty otherwise.
  status_text text not null default '',
  total_minor bigint not null default 0,
  comment text not null default '',
  -- The contact's page to manage the visit, where the booking system has one.
  manage_url text,
  is_first boolean not null default false,
  is_online boolean not null default false,
  -- The contact or the branch confirmed this time of the visit; stays true once the contact has arrived.
  was_confirmed boolean not null default false,
  -- Grows each time the start is moved: reminders belong to one time of the visit.
  time_version int not null default 1,
  -- Grows with every change that emits an event: part of the event's dedupe key.
  revision int not null default 1,
  source_created_at timestamptz,
  source_changed_at timestamptz,
  -- When the stored record was requested; the answer to an earlier request is older and ignored.
  read_at timestamptz,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, branch_id, external_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, master_id) references masters (tenant_id, id)
);
create index visits_by_start on visits (tenant_id, starts_at, id);
-- All visits of a contact are evaluated together: what they bought, whether they came again.
create index visits_by_contact on visits (tenant_id, contact_id, starts_at) include (status, total_minor);
-- Figures of a period are counted per branch.
create index visits_by_branch on visits (tenant_id, branch_id, starts_at) include (status, total_minor, is_first);
select frontdesk.protect('visits');

-- A visit that begins counts as attended unless its status says otherwise. Of those that began until this time the sums of
-- contacts know; of later ones only where a visit was changed since.
create table visit_sum_marks (
  tenant_id uuid not null references tenants (id),
  counted_until timestamptz not null,
  primary key (tenant_id)
);
select frontdesk.protect('visit_sum_marks');

-- Counts of visits by the branch's day, so that a year is summed without the visits. Recounted with each change of a
-- visit of the day, in its transaction. Breaks are not counted.
create table visit_days (
  tenant_id uuid not null,
  branch_id uuid not null,
  day date not null,
  -- Waiting, confirmed or unknown; once the day is over, the booking system was not told whether they came.
  open int not null,
  arrived int not null,
  no_show int not null,
  cancelled int not null,
  -- Of those that were not cancelled.
  confirmed int not null,
  -- Total of the arrived, in the branch's currency.
  paid_minor bigint not null,
  primary key (tenant_id, branch_id, day),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
select frontdesk.protect('visit_days');
