-- An admin in a cabinet as one of its members: for 30 minutes, with a reason, to look or also to change.
create table support_sessions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The member as whom the cabinet is shown.
  user_id uuid not null,
  -- The member of the operator, in a cabinet of the operator.
  admin_tenant_id uuid not null,
  admin_id uuid not null,
  -- The admin's own session: support ends with it.
  admin_session_id uuid not null,
  reason text not null,
  -- The owner forbids support; a super-admin entered all the same.
  is_emergency boolean not null,
  -- By the product's time.
  started_at timestamptz not null,
  -- By the machine's time.
  expires_at timestamptz not null,
  prolonged_at timestamptz,
  -- The reason for changes, and until when they may be made, by the machine's time.
  change_reason text,
  changes_until timestamptz,
  -- When somebody ended it, by the product's time; null: it ran out, or is running.
  ended_at timestamptz,
  ended_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references members (tenant_id, id)
);
create index support_sessions_by_time on support_sessions (started_at desc, id desc);
create index support_sessions_by_user on support_sessions (user_id, started_at desc, id desc);
create index support_sessions_by_id on support_sessions (id);
create index support_sessions_of_admin on support_sessions (admin_id) where ended_at is null;
select frontdesk.protect('support_sessions');

-- Whether the operator's support may enter a cabinet; without a row it may.
create table support_rules (
  tenant_id uuid primary key references tenants (id),
  is_allowed boolean not null,
  changed_at timestamptz not null
);
select frontdesk.protect('support_rules');
