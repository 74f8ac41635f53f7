-- The second factor of a member's sign-in: time-based codes of an authenticator app (RFC 6238).
create table member_second_factors (
  tenant_id uuid not null,
  member_id uuid not null,
  -- Sealed.
  secret bytea not null,
  created_at timestamptz not null,
  -- When its first code was entered; it counts from then on.
  confirmed_at timestamptz,
  -- The time step of the latest accepted code: no code is accepted twice.
  last_step integer not null default 0,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
select frontdesk.protect('member_second_factors');

-- Codes that each replace the app once.
create table member_recovery_codes (
  tenant_id uuid not null,
  member_id uuid not null,
  -- Keyed digest of the code.
  hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, member_id, hash),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
select frontdesk.protect('member_recovery_codes');

-- What a cabinet demands of its members' sessions. No row: nothing.
create table sign_in_rules (
  tenant_id uuid primary key references tenants (id),
  requires_second_factor boolean not null,
  changed_at timestamptz not null
);
select frontdesk.protect('sign_in_rules');

-- Whether the second factor was passed when the session began, or set up within it.
alter table sessions add column has_second_factor boolean not null default false;

-- It returns one more column.
drop function frontdesk.session_member(uuid, uuid);
