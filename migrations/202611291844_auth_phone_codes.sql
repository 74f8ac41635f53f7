-- When the member proved to have the phone; cleared with a change of it.
alter table members add column phone_confirmed_at timestamptz;

-- The codes a member was texted on the latest day of asking, and the latest of them.
create table phone_codes (
  tenant_id uuid not null,
  member_id uuid not null,
  -- In the member's time zone.
  day date not null,
  sent integer not null,
  -- E.164; the code confirms no other.
  phone text,
  -- Keyed digest of the latest code; null once it was used.
  hash bytea,
  expires_at timestamptz,
  wrong integer not null default 0,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
select frontdesk.protect('phone_codes');
