-- Flows an owner wants to give to another cabinet: the sender's side. Whether there is such a cabinet the sender never
-- learns unless its owner accepts.
create table flow_transfers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('copy', 'move')),
  -- As typed, in lower case.
  email text not null,
  -- Titles as they were when it was asked for.
  titles text[] not null,
  -- The flows with the version each had.
  flows jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'cancelled')),
  member_id uuid not null,
  -- The cabinet it was offered to, for the server alone; null when there is none.
  to_tenant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index flow_transfers_by_age on flow_transfers (tenant_id, created_at desc, id desc);
select frontdesk.protect('flow_transfers');

-- The receiver's side of the same: what is in it, and the answer.
create table flow_offers (
  tenant_id uuid not null references tenants (id),
  -- The id of the sender's row.
  id uuid not null,
  from_tenant_id uuid not null,
  from_name text not null,
  from_email text not null,
  kind text not null check (kind in ('copy', 'move')),
  -- The flows as they were when they were offered, with nothing in them that is the sender's alone; none once answered.
  flows jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  -- What was made of them once it was accepted.
  flow_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, id)
);
create index flow_offers_open on flow_offers (tenant_id, created_at desc, id desc) where state = 'pending';
select frontdesk.protect('flow_offers');
