-- A button may open a page of ours that books visits in the branch's system.
alter table booking_buttons drop constraint booking_buttons_opens_check;
alter table booking_buttons add constraint booking_buttons_opens_check check (opens in ('visit', 'page', 'table'));

-- Openings of a button's page by people, by day (UTC).
create table booking_button_days (
  tenant_id uuid not null,
  button_id uuid not null,
  day date not null,
  opened int not null check (opened > 0),
  primary key (tenant_id, button_id, day),
  foreign key (tenant_id, button_id) references booking_buttons (tenant_id, id)
);
select frontdesk.protect('booking_button_days');

-- A visit booked on the page of a button.
create table online_bookings (
  tenant_id uuid not null,
  id uuid not null,
  button_id uuid not null,
  branch_id uuid not null,
  -- Idempotency key of the form, also in the booking system: a form that is posted again is the same booking.
  form_key uuid not null,
  service_id uuid not null,
  -- The visitor's choice; null: any master.
  master_id uuid,
  -- [{masterId, minutes}]: masters who were free then, in the order in which they are tried.
  masters jsonb not null,
  starts_at timestamptz not null,
  name text not null,
  phone text not null,
  -- Language of the page the visitor saw.
  language text not null,
  -- pending (the booking system has not answered) · booked · taken (by another visit) · failed (staff was told)
  status text not null check (status in ('pending', 'booked', 'taken', 'failed')),
  visit_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, form_key),
  foreign key (tenant_id, button_id) references booking_buttons (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id),
  check ((status = 'booked') = (visit_id is not null))
);
create index online_bookings_by_button on online_bookings (tenant_id, button_id, created_at) where status = 'booked';
select frontdesk.protect('online_bookings');
