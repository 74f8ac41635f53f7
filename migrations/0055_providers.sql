-- Access tokens of iiko. They are valid for an hour and may be requested about once a minute, so all processes share one.
create table iiko_tokens (
  tenant_id uuid not null references tenants (id),
  -- Digest of the login the token belongs to.
  login_hash bytea not null,
  token bytea not null,
  asked_at timestamptz not null,
  primary key (tenant_id, login_hash)
);
select frontdesk.protect('iiko_tokens');
