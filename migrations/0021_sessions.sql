-- A person who is signed in on one device. Counted by the machine's time, like every timeout.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  started_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- logout · reuse (a refresh token came back after its successor) · password · member
  revoke_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create index sessions_by_member on sessions (tenant_id, member_id) where revoked_at is null;
create index sessions_by_expiry on sessions (expires_at);
select frontdesk.protect('sessions');

-- The refresh tokens of a session that may still be shown: the present one, and those exchanged a moment ago.
-- A token carries its session's id and our mark, so one that is genuine and not here was used before.
create table refresh_tokens (
  tenant_id uuid not null,
  -- SHA-256 of the token.
  hash bytea not null,
  session_id uuid not null,
  -- When it was exchanged for its successor; null: the present one.
  used_at timestamptz,
  primary key (tenant_id, hash),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index refresh_tokens_by_session on refresh_tokens (tenant_id, session_id);
select frontdesk.protect('refresh_tokens');

-- Where a member signed in from: guesses that come from elsewhere cannot lock her out there.
create table sign_in_addresses (
  tenant_id uuid not null,
  member_id uuid not null,
  -- Keyed digest of the address, or of the network for IPv6.
  address_hash bytea not null,
  last_at timestamptz not null,
  primary key (tenant_id, member_id, address_hash),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create index sign_in_addresses_by_age on sign_in_addresses (last_at);
select frontdesk.protect('sign_in_addresses');

-- Codes of links in mails. The code itself is made from the id with the configuration's key and stored nowhere.
create table mail_codes (
  tenant_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  purpose text not null check (purpose in ('confirm', 'reset')),
  -- Whom it was sent to; it proves nothing about another address.
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

-- Who a session belongs to while it holds: asked on every call, so it takes one round trip. It binds its own
-- statement to the tenant; no transaction is open around it.
create function frontdesk.session_member(tenant uuid, session uuid)
  returns table (member_id uuid, member_role text, operator_role text)
  language plpgsql
  as $$
begin
  execute format('set local app.tenant_id = %L', tenant);
  return query
    select m.id, m.role, m.operator_role from sessions s
      join members m on m.tenant_id = s.tenant_id and m.id = s.member_id
    where s.tenant_id = tenant and s.id = session and s.revoked_at is null and s.expires_at > clock_timestamp();
end $$;
grant execute on function frontdesk.session_member to frontdesk_app;
