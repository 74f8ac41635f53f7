-- A tenant's link to an outside system: a booking system, a CRM.
create table connections (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  -- working · attention (something is missing, named) · broken (must be reconnected)
  state text not null check (state in ('working', 'attention', 'broken')),
  state_reason text,
  state_changed_at timestamptz not null,
  credentials bytea not null,
  hook_secret_hash bytea not null,
  last_checked_at timestamptz,
  last_event_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id)
);
select frontdesk.protect('connections');

-- A place of business, as the booking system has it.
create table branches (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  title text not null,
  city text,
  address text,
  phone text,
  time_zone text not null,
  currency text not null,
  -- Chosen by the owner: only visits of active branches are read and messaged.
  is_active boolean not null default true,
  active_masters_count int not null default 0,
  -- Events received from the branch.
  webhooks_count bigint not null default 0,
  -- none · set (our address is registered) · manual (must be entered by hand: why is in hooks_reason)
  hooks_state text not null default 'none' check (hooks_state in ('none', 'set', 'manual')),
  hooks_reason text,
  -- Rights the connected user lacks, by the names of the contract.
  missing_rights text[] not null default '{}',
  licence_active boolean not null default true,
  last_event_at timestamptz,
  -- Everything the provider changed before this is read.
  changed_until timestamptz,
  synced_at timestamptz,
  sync_error text,
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, external_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('branches');
