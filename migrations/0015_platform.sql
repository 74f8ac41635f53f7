-- The platform's tables. They stand after `tenants` because most of them reference it.

-- Offset of the product's clock from the machine's in a demo. One row; zero in production.
create table demo_clock (
  is_only boolean primary key default true check (is_only),
  offset_ms bigint not null default 0
);
insert into demo_clock default values;
grant select on demo_clock to frontdesk_app, frontdesk_system;

-- Domain events, written once by dedupe_key.
create table events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  dedupe_key text not null,
  visit_id uuid,
  -- Subject of an event that is not about a visit: an order, a cart, an event posted through the API.
  subject_id uuid,
  contact_id uuid,
  facts jsonb not null default '{}',
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, dedupe_key)
);
create index events_by_visit on events (tenant_id, visit_id, recorded_at) where visit_id is not null;
create index events_by_subject on events (tenant_id, subject_id, recorded_at) where subject_id is not null;
-- The history of a contact is read by the time of the events.
create index events_of_contact on events (tenant_id, contact_id, occurred_at desc, id desc) where contact_id is not null;
select frontdesk.protect('events');

-- Feed of changed rooms for browsers that reconnect with a last id. Rows are kept for an hour.
create table changes (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id bigint generated always as identity,
  room text not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index changes_by_age on changes (changed_at);
select frontdesk.protect('changes');

-- Answers of calls that came with an Idempotency-Key, for 24 hours. A row without an answer is a call under way.
create table call_answers (
  -- The nil UUID for a public call. No foreign key, because no tenant has it.
  tenant_id uuid not null,
  -- Keyed digest of the call's name, the member and the key.
  id bytea not null,
  -- Keyed digest of the input: the same key with another input is refused.
  fingerprint bytea not null,
  -- Sealed for the tenant: answers may hold tokens.
  answer bytea,
  -- By the machine's time.
  claimed_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index call_answers_by_age on call_answers (claimed_at);
select frontdesk.protect('call_answers');

-- Webhook payloads of providers, raw. A body that cannot be parsed stays here and is shown in the source's health.
create table inbox (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  provider text not null,
  -- The channel or connection the webhook belongs to.
  source_id uuid not null,
  dedupe_key text not null,
  headers jsonb not null,
  body bytea not null,
  received_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'done', 'unreadable', 'failed')),
  problem text,
  handled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, source_id, dedupe_key)
);
create index inbox_new on inbox (tenant_id, source_id, received_at) where state = 'new';
create index inbox_problems on inbox (tenant_id, source_id, received_at desc) where state in ('unreadable', 'failed');
create index inbox_by_age on inbox (received_at);
select frontdesk.protect('inbox');

-- Claims of external ids: a number or a bot by the digest of its secret, a branch of a booking system by its id.
-- One tenant at a time may hold one. A provider posts to one address only, so a second tenant would silently take
-- the webhooks from the first. Like the key of `sign_in_names`, the key cannot begin with the tenant.
create table external_id_claims (
  -- A kind of channel or connection.
  kind text not null,
  name text not null,
  -- No foreign key: the table is not distributed, and tenants is.
  tenant_id uuid not null,
  -- The channel or connection that holds the claim; a removed one holds none.
  source_id uuid not null,
  primary key (kind, name)
);
create index external_id_claims_by_source on external_id_claims (tenant_id, source_id);
select frontdesk.protect('external_id_claims');

-- Heartbeats of worker processes, by the machine's time. Jobs of a process that stopped are released.
create table workers (
  id text primary key,
  worker_ids text[] not null,
  beat_at timestamptz not null
);
grant select, insert, update, delete on workers to frontdesk_system;

-- Rate limits shared by all processes: sign-in attempts, calls per address, calls to a provider that counts by IP.
create table allowances (
  key text primary key,
  used double precision not null,
  counted_at timestamptz not null
);
create index allowances_by_age on allowances (counted_at);
grant select, insert, update, delete on allowances to frontdesk_system, frontdesk_app;

-- Sliding-window limits of vendors, shared by all processes. Times are the machine's, as the database has it.
create table shared_limits (
  key text primary key,
  -- Times of the calls let through within the longest window, newest last.
  taken_at timestamptz[] not null default '{}',
  -- No call before this time: the vendor answered 429 with Retry-After.
  paused_until timestamptz
);

-- Callers waiting for a slot of a shared limit.
create table shared_limit_waiters (
  key text not null,
  id uuid not null,
  client text not null,
  is_urgent boolean not null,
  waiting_since timestamptz not null,
  -- A row not refreshed for 3 seconds is void: its process died.
  seen_at timestamptz not null,
  primary key (key, id)
);

-- When a client last got a slot: the one served longest ago comes first.
create table shared_limit_clients (
  key text not null,
  client text not null,
  served_at timestamptz not null,
  primary key (key, client)
);
grant select, insert, update, delete on shared_limits, shared_limit_waiters, shared_limit_clients
  to frontdesk_app, frontdesk_system;
