-- How a cabinet offers freed slots. Without a row: it does not.
create table waitlist_settings (
  tenant_id uuid primary key references tenants (id),
  version int not null,
  -- By the contract's WaitlistSettings.
  settings jsonb not null,
  updated_at timestamptz not null
);
select frontdesk.protect('waitlist_settings');

-- A contact who waits for a free time.
create table waitlist_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  contact_id uuid not null,
  -- What they want; null and empty: any.
  branch_id uuid,
  service_id uuid,
  master_id uuid,
  -- ISO weekdays and hours of the branch.
  weekdays smallint[] not null default '{}',
  from_hour smallint not null,
  until_hour smallint not null,
  first_day date,
  -- They wait until this day.
  last_day date,
  comment text not null default '',
  source text not null check (source in ('staff', 'visit', 'site', 'offer')),
  -- The visit they would give up for an earlier one.
  visit_id uuid,
  status text not null check (status in ('waiting', 'served', 'removed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, master_id) references masters (tenant_id, id),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id)
);
create index waitlist_entries_waiting on waitlist_entries (tenant_id, created_at, id) where status = 'waiting';
create index waitlist_entries_over on waitlist_entries (tenant_id, status, updated_at desc, id desc) where status <> 'waiting';
create index waitlist_entries_by_contact on waitlist_entries (tenant_id, contact_id);
-- A visit is given up for one earlier time.
create unique index waitlist_entries_of_visit on waitlist_entries (tenant_id, visit_id)
  where status = 'waiting' and visit_id is not null;
select frontdesk.protect('waitlist_entries');

-- The time that a cancelled or moved visit has left, offered to others.
create table freed_slots (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The visit that left it, and its contact.
  visit_id uuid not null,
  contact_id uuid,
  branch_id uuid not null,
  master_id uuid,
  service_ids uuid[] not null default '{}',
  service_titles text[] not null default '{}',
  starts_at timestamptz not null,
  duration_minutes int not null,
  price_minor bigint not null,
  -- ISO 4217.
  currency text not null,
  mode text not null check (mode in ('order', 'all')),
  hold_minutes int not null,
  -- Until then it is offered.
  closes_at timestamptz not null,
  status text not null check (status in ('open', 'filled', 'unfilled', 'restored', 'taken', 'stopped')),
  freed_at timestamptz not null,
  closed_at timestamptz,
  -- The offer that won, and since when.
  winner_offer_id uuid,
  filled_at timestamptz,
  -- The winner's visit in the booking system; null: nobody has won.
  booking text check (booking in ('pending', 'booked', 'by_staff', 'entered', 'failed', 'refused')),
  -- The vendor's own words where it was not entered.
  booking_text text,
  booked_visit_id uuid,
  -- The nearest free time of the master when the slot was given away.
  nearest_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, master_id) references masters (tenant_id, id),
  foreign key (tenant_id, booked_visit_id) references visits (tenant_id, id)
);
create unique index freed_slots_once on freed_slots (tenant_id, visit_id, starts_at) where status = 'open';
create index freed_slots_by_age on freed_slots (tenant_id, freed_at desc, id desc);
-- Slots that a changed visit may concern.
create index freed_slots_open on freed_slots (tenant_id, branch_id, starts_at) where status = 'open';
create index freed_slots_by_contact on freed_slots (tenant_id, contact_id) where contact_id is not null;
select frontdesk.protect('freed_slots');

-- A contact's place among those who are asked about a freed slot.
create table slot_offers (
  tenant_id uuid not null,
  id uuid not null,
  slot_id uuid not null,
  contact_id uuid not null,
  -- Their wish on the waiting list; null: a likely client.
  entry_id uuid,
  place int not null,
  status text not null check (status in
    ('queued', 'open', 'accepted', 'declined', 'lapsed', 'lost', 'withdrawn', 'skipped')),
  -- The rule by which they were not written to.
  skip_rule text,
  message_id uuid,
  offered_at timestamptz,
  ends_at timestamptz,
  answered_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, slot_id, contact_id),
  foreign key (tenant_id, slot_id) references freed_slots (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, entry_id) references waitlist_entries (tenant_id, id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id)
);
create index slot_offers_by_slot on slot_offers (tenant_id, slot_id, status, place);
create index slot_offers_by_contact on slot_offers (tenant_id, contact_id);
create index slot_offers_by_entry on slot_offers (tenant_id, entry_id) where entry_id is not null;
create index slot_offers_by_message on slot_offers (tenant_id, message_id) where message_id is not null;
select frontdesk.protect('slot_offers');
