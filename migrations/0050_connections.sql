-- A tenant's link to an outside system: a booking system, a restaurant system, a CRM.
create table connections (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  -- working · attention (something is missing, named) · broken (must be reconnected)
  state text not null check (state in ('working', 'attention', 'broken')),
  state_reason text,
  -- The vendor's own text for state_reason.
  state_text text,
  state_changed_at timestamptz not null,
  -- The marketplace application of the connection; null where the owner's own login opens the branches.
  application_id text,
  credentials bytea not null,
  webhook_secret_hash bytea not null,
  -- Digest of the Authorization header the vendor must send with its webhooks; null where it sends none.
  webhook_token_hash bytea,
  last_checked_at timestamptz,
  last_event_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id)
);
-- A tenant has one connection for posts through the API.
create unique index connections_one_api on connections (tenant_id) where kind = 'api' and removed_at is null;
select frontdesk.protect('connections');

-- A place of business, as the connected system has it.
create table branches (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  title text not null,
  city text,
  address text,
  -- Degrees; null where the vendor does not send them.
  latitude double precision,
  longitude double precision,
  phone text,
  time_zone text not null,
  currency text not null,
  -- Chosen by the owner: only visits of active branches are read and messaged.
  is_active boolean not null default true,
  active_masters_count int not null default 0,
  -- Number of events received from the branch.
  webhooks_count bigint not null default 0,
  -- none · set (our address is registered) · manual (must be entered by hand; the reason is in hooks_reason) ·
  -- foreign (the only place holds another address, whose host is in hooks_reason)
  hooks_state text not null default 'none' check (hooks_state in ('none', 'set', 'manual', 'foreign')),
  hooks_reason text,
  -- The owner allowed our address to replace another one. Valid once.
  takes_hooks boolean not null default false,
  -- Rights the connected user lacks, by the names of the contract.
  missing_rights text[] not null default '{}',
  licence_active boolean not null default true,
  -- The vendor suspended the application at this time because its paid period is over.
  frozen_at timestamptz,
  -- When rights, licence and webhooks were last checked.
  checked_at timestamptz,
  last_event_at timestamptz,
  -- Minutes before its start until which a contact may cancel a visit; null: never.
  cancel_closes_minutes int default 0,
  -- Whether birthdays and preferences of guests can be requested; null: not known, or not applicable.
  has_loyalty boolean,
  -- Records made or changed before this are history: they are stored and emit no events.
  reading_since timestamptz,
  -- Records changed at the provider before this are read.
  changed_until timestamptz,
  -- Client cards changed at the provider before this are read.
  clients_until timestamptz,
  -- Revision number of the last change read; null where the vendor has none.
  read_revision bigint,
  -- When the records from before the connection were read in full; null: not yet.
  past_read_at timestamptz,
  -- The last full import: its start, the records read so far, and how many there are.
  sync_began_at timestamptz,
  sync_read_count int not null default 0,
  sync_total_count int,
  synced_at timestamptz,
  -- Why the last sync failed: a code of the contract and the text for people; null when it succeeded.
  sync_trouble text,
  sync_error text,
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, external_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
create index branches_by_external_id on branches (tenant_id, external_id);
select frontdesk.protect('branches');

-- An installation from a vendor's marketplace: one press of Connect.
create table marketplace_installs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  application_id text not null,
  started_by uuid not null,
  started_at timestamptz not null,
  -- The vendor gives an hour.
  gives_up_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index marketplace_installs_by_time on marketplace_installs (tenant_id, kind, started_at desc);
select frontdesk.protect('marketplace_installs');

-- Branches of an installation; each is activated on its own.
create table marketplace_install_branches (
  tenant_id uuid not null,
  id uuid not null,
  install_id uuid not null,
  external_id text not null,
  title text,
  state text not null default 'waiting' check (state in ('waiting', 'active', 'refused', 'late')),
  -- A code of the contract.
  reason text,
  -- The vendor's own text.
  reason_text text,
  tries int not null default 0,
  -- The vendor reported the owner's consent; a later status "active" is the result of our own call.
  consent_seen_at timestamptz,
  -- The vendor accepted our activation; reading the branch remains.
  activated_at timestamptz,
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, install_id, external_id),
  foreign key (tenant_id, install_id) references marketplace_installs (tenant_id, id) on delete cascade
);
select frontdesk.protect('marketplace_install_branches');

-- Fields a vendor sends that its documentation does not name, counted: they show that the vendor changed something.
-- Names only; the values may be personal.
create table unknown_fields (
  tenant_id uuid not null,
  connection_id uuid not null,
  field text not null,
  count bigint not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, connection_id, field),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('unknown_fields');
