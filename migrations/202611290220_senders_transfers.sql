-- Transfers of senders of one kind to another tenant, the side of the tenant that offers. It does not learn whether the
-- receiver exists unless its owner accepts.
create table sender_transfers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  sender_kind text not null,
  kind text not null check (kind in ('copy', 'move')),
  -- The receiver's e-mail as typed, in lower case.
  email text not null,
  -- Titles at the time of the request.
  titles text[] not null,
  -- What was offered, with the version of each at the time of the request.
  senders jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'cancelled')),
  member_id uuid not null,
  -- The receiving tenant, never read out by the API; null when there is none.
  to_tenant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);

-- The receiver's side of a transfer: its content and the answer.
create table sender_offers (
  tenant_id uuid not null references tenants (id),
  -- The id of the row of the tenant that offers.
  id uuid not null,
  from_tenant_id uuid not null,
  from_name text not null,
  from_email text not null,
  sender_kind text not null,
  kind text not null check (kind in ('copy', 'move')),
  -- What is offered as it was then, without anything private to its tenant; empty once answered.
  senders jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  -- Created on acceptance.
  sender_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, id)
);

-- NOTE: the owner passes the guards of rows only where they are not forced.
alter table flow_transfers no force row level security;
alter table flow_offers no force row level security;
insert into sender_transfers (tenant_id, id, sender_kind, kind, email, titles, senders, state, member_id, to_tenant_id,
  created_at, expires_at, ended_at)
select tenant_id, id, sender_kind, kind, email, titles,
  (select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(one -> 'flowId', one -> 'mailingId'), 'version', one -> 'version')
     order by place), '[]')
   from jsonb_array_elements(flows || mailings) with ordinality sent (one, place)),
  state, member_id, to_tenant_id, created_at, expires_at, ended_at
from flow_transfers;
insert into sender_offers (tenant_id, id, from_tenant_id, from_name, from_email, sender_kind, kind, senders, state,
  sender_ids, created_at, expires_at, answered_at)
select tenant_id, id, from_tenant_id, from_name, from_email, sender_kind, kind, flows || mailings, state,
  flow_ids || mailing_ids, created_at, expires_at, answered_at
from flow_offers;

drop table flow_transfers;
drop table flow_offers;
create index sender_transfers_by_age on sender_transfers (tenant_id, created_at desc, id desc);
create index sender_offers_open on sender_offers (tenant_id, created_at desc, id desc) where state = 'pending';
select frontdesk.protect('sender_transfers');
select frontdesk.protect('sender_offers');
