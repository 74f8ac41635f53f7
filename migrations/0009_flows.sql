-- An automation that messages a customer when something happens to a visit.
create table flows (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  status text not null check (status in ('none', 'waiting', 'working', 'pause', 'error', 'done', 'canceled', 'unavailable')),
  error_reason text,
  mode text not null check (mode in ('test', 'combat')),
  -- E.164; empty: the tenant's own.
  test_phones text[] not null default '{}',
  version int not null,
  -- Conditions, timing and content, by the contract's FlowSettings.
  settings jsonb not null,
  last_started_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index flows_alive on flows (tenant_id, kind) where deleted_at is null;
select frontdesk.protect('flows');

-- Each save of a flow; what a message was made from stays readable.
create table flow_versions (
  tenant_id uuid not null,
  flow_id uuid not null,
  version int not null,
  title text not null,
  settings jsonb not null,
  saved_at timestamptz not null,
  member_id uuid,
  primary key (tenant_id, flow_id, version),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id)
);
select frontdesk.protect('flow_versions');
