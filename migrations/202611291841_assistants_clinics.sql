-- The clinic in whose system assistants book: the token of its account, sealed.
create table clinic_accounts (
  tenant_id uuid not null primary key,
  box bytea not null,
  connected_at timestamptz not null
);
select frontdesk.protect('clinic_accounts');

-- Appointments that assistants made in a clinic's system; those of others are not in it.
create table clinic_bookings (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  -- One appointment of a contact for one time and speciality, however often it is tried.
  key uuid not null,
  -- trying: it may have been made, and is looked for before it is tried again.
  status text not null check (status in ('trying', 'booked', 'refused', 'cancelled')),
  -- The vendor's id of the appointment.
  claim_id text,
  clinic_external_id text not null,
  clinic_title text not null,
  clinic_address text,
  doctor_external_id text not null,
  doctor_name text not null,
  speciality_external_id text not null,
  speciality_title text not null,
  starts_at timestamptz not null,
  minutes int not null,
  time_zone text not null,
  price_minor bigint not null,
  currency text not null,
  patient_name text not null,
  phone text not null,
  -- What the contact agreed to before the booking, word for word, and when.
  consent_text text not null,
  consented_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  check (status <> 'booked' or claim_id is not null)
);
create index clinic_bookings_of_contact on clinic_bookings (tenant_id, contact_id, starts_at);
select frontdesk.protect('clinic_bookings');
