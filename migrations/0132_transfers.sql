-- Transfers of flows to another tenant, the sender's side. The sender does not learn whether the receiver exists
-- unless its owner accepts.
create table flow_transfers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('copy', 'move')),
  -- The receiver's e-mail as typed, in lower case.
  email text not null,
  -- Titles at the time of the request.
  titles text[] not null,
  -- The flows with their versions at the time of the request.
  flows jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'cancelled')),
  member_id uuid not null,
  -- The receiving tenant, never read out by the API; null when there is none.
  to_tenant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index flow_transfers_by_age on flow_transfers (tenant_id, created_at desc, id desc);
select frontdesk.protect('flow_transfers');

-- The receiver's side of a transfer: its content and the answer.
create table flow_offers (
  tenant_id uuid not null references tenants (id),
  -- The id of the sender's row.
  id uuid not null,
  from_tenant_id uuid not null,
  from_name text not null,
  from_email text not null,
  kind text not null check (kind in ('copy', 'move')),
  -- The flows at the time of the offer, without anything private to the sender; empty once answered.
  flows jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  -- Flows created on acceptance.
  flow_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, id)
);
create index flow_offers_open on flow_offers (tenant_id, created_at desc, id desc) where state = 'pending';
select frontdesk.protect('flow_offers');
