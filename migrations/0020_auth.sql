-- A person who signs in to a tenant.
create table members (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  email text not null,
  phone text,
  full_name text,
  password_hash text,
  role text not null default 'owner' check (role in ('owner', 'staff')),
  -- Right over other tenants, for the operator's own people.
  operator_role text check (operator_role in ('admin', 'super_admin')),
  is_partner boolean not null default false,
  is_test_user boolean not null default false,
  language text not null default 'ru',
  time_zone text not null default 'Europe/Moscow',
  email_confirmed_at timestamptz,
  skips_weekly_yclients_report boolean not null default false,
  skips_weekly_iiko_report boolean not null default false,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
-- The operator's list of members spans all tenants, newest first.
create index members_by_time on members (created_at desc, id desc);
create index members_by_id on members (id);
create index members_by_email on members (email text_pattern_ops);
select frontdesk.protect('members');

-- Sign-in identities across tenants: sign-in knows an identity before it knows a tenant, so this key cannot begin
-- with the tenant.
create table sign_in_names (
  kind text not null check (kind in ('email', 'google')),
  -- The e-mail in lower case, or Google's `sub`.
  name text not null,
  -- No foreign key: the table is not distributed, and members is.
  tenant_id uuid not null,
  member_id uuid not null,
  primary key (kind, name)
);
create index on sign_in_names (tenant_id, member_id);
select frontdesk.protect('sign_in_names');

-- A member's session on one device. Its times are the machine's, like all timeouts.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  started_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- logout · reuse (a refresh token was used after its successor) · password · member
  revoke_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create index sessions_by_member on sessions (tenant_id, member_id) where revoked_at is null;
create index sessions_by_expiry on sessions (expires_at);
select frontdesk.protect('sessions');

-- Refresh tokens of a session that are still valid: the current one, and those exchanged a moment ago.
-- A token carries its session's id and a signature, so a genuine token without a row was used before.
create table refresh_tokens (
  tenant_id uuid not null,
  -- SHA-256 of the token.
  hash bytea not null,
  session_id uuid not null,
  -- When it was exchanged for its successor; null: the current one.
  used_at timestamptz,
  primary key (tenant_id, hash),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index refresh_tokens_by_session on refresh_tokens (tenant_id, session_id);
select frontdesk.protect('refresh_tokens');

-- Devices and addresses a member signed in from: failed attempts from elsewhere cannot lock the member out there.
create table sign_in_places (
  tenant_id uuid not null,
  member_id uuid not null,
  kind text not null check (kind in ('device', 'address')),
  -- Keyed digest of the device's cookie; or of the address, of the network for IPv6.
  place_hash bytea not null,
  last_at timestamptz not null,
  primary key (tenant_id, member_id, kind, place_hash),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create index sign_in_places_by_age on sign_in_places (last_at);
select frontdesk.protect('sign_in_places');

-- Codes of links in mails. The code itself is derived from the id with the configuration's key and stored nowhere.
create table mail_codes (
  tenant_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  purpose text not null check (purpose in ('confirm', 'reset', 'login')),
  -- The recipient; the code confirms no other address.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create index mail_codes_by_member on mail_codes (tenant_id, member_id, purpose);
create index mail_codes_by_expiry on mail_codes (expires_at);
select frontdesk.protect('mail_codes');
