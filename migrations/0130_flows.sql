-- An automation that messages a contact when something happens to its subject, e.g. a visit.
create table flows (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  status text not null check (status in ('none', 'waiting', 'working', 'pause', 'error', 'done', 'canceled', 'unavailable')),
  -- The status before the tariff ended, restored with it. Null: a person resumes the flow.
  status_before text,
  -- Why the status is error: our code, and the provider's own text or what the code is about.
  error_code text,
  error_reason text,
  mode text not null check (mode in ('test', 'combat')),
  -- When it last went live; null: it is in test, or was made live.
  live_since timestamptz,
  -- The rule by which it reaches nobody, and since when; null: it reaches someone, or has not tried.
  attention_rule text,
  attention_since timestamptz,
  -- E.164; empty: the tenant's own.
  test_phones text[] not null default '{}',
  version int not null,
  -- Conditions, timing and content, by the contract's FlowSettings.
  settings jsonb not null,
  -- References of an imported flow that do not exist in this tenant, by the contract's FLOW_TO_FILL; the owner's next
  -- save clears them.
  to_fill text[] not null default '{}',
  last_started_at timestamptz,
  -- For flows that start long after a visit: messages due before this are planned.
  planned_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index flows_alive on flows (tenant_id, kind) where deleted_at is null;
-- The list is paged by its last row, in each of its orders.
create index flows_by_age on flows (tenant_id, created_at desc, id desc) where deleted_at is null;
create index flows_by_change on flows (tenant_id, updated_at desc, id desc) where deleted_at is null;
create index flows_by_title on flows (tenant_id, lower(title), id) where deleted_at is null;
select frontdesk.protect('flows');

-- Each save of a flow, so that the version a message was made from stays readable.
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
