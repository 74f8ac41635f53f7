-- The settings of a tenant's visit page. Without a row the defaults of the code hold.
create table visit_pages (
  tenant_id uuid primary key references tenants (id),
  -- The variable recordForm leads to the page; otherwise to the page of the booking system.
  is_on boolean not null,
  shows_price boolean not null,
  shows_master boolean not null,
  shows_map boolean not null,
  shows_taxi boolean not null,
  shows_calendar boolean not null,
  may_confirm boolean not null,
  may_move boolean not null,
  may_cancel boolean not null,
  note text not null check (length(note) <= 300)
);
select frontdesk.protect('visit_pages');

-- Coordinates of a branch, entered by the owner, for maps and taxis.
create table branch_places (
  tenant_id uuid not null,
  branch_id uuid not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  primary key (tenant_id, branch_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
select frontdesk.protect('branch_places');

-- A contact's answer on the page of a visit, once for each start of the visit.
create table visit_page_answers (
  tenant_id uuid not null,
  visit_id uuid not null,
  answer text not null check (answer in ('confirm', 'move', 'cancel')),
  starts_at timestamptz not null,
  answered_at timestamptz not null,
  primary key (tenant_id, visit_id, answer, starts_at),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id)
);
create index visit_page_answers_by_time on visit_page_answers (tenant_id, answered_at);
select frontdesk.protect('visit_page_answers');

-- A button for the business's own site that opens booking.
create table booking_buttons (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  -- page (the booking page at target_url) · table (our form that requests a table)
  opens text not null check (opens in ('page', 'table')),
  target_url text,
  label text not null,
  -- Null: the colour of the business.
  accent text,
  position text not null check (position in ('bottom_right', 'bottom_left', 'inline')),
  -- Wall times by the branch's clock, e.g. 12:00; a last time before the first is on the next day.
  opens_at text not null,
  closes_at text not null,
  most_guests int not null,
  days_ahead int not null,
  lead_minutes int not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  check (opens <> 'page' or target_url is not null)
);
select frontdesk.protect('booking_buttons');

-- A guest's request for a table.
create table table_requests (
  tenant_id uuid not null,
  id uuid not null,
  button_id uuid not null,
  branch_id uuid not null,
  -- Idempotency key of the form: a form that is posted again is the same request.
  form_key uuid not null,
  starts_at timestamptz not null,
  guests int not null,
  name text not null,
  phone text not null,
  comment text not null,
  -- Language of the page the guest saw.
  language text not null,
  -- new · confirmed · declined · cancelled (by the guest)
  status text not null check (status in ('new', 'confirmed', 'declined', 'cancelled')),
  -- The reserve in the restaurant's system, which has the request's id: none · pending · held · refused · cancelled
  reserve text not null default 'none' check (reserve in ('none', 'pending', 'held', 'refused', 'cancelled')),
  -- The system's own text of a refusal.
  reserve_text text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The answer to the guest.
  message_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, form_key),
  foreign key (tenant_id, message_id) references messages (tenant_id, id),
  foreign key (tenant_id, button_id) references booking_buttons (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
create index table_requests_by_time on table_requests (tenant_id, created_at desc, id desc);
create index table_requests_waiting on table_requests (tenant_id, button_id) where status = 'new';
select frontdesk.protect('table_requests');
