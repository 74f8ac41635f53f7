-- What a business's own programs post: tokens they show, and what came of each call.

-- A token of a program. Only its digest is kept; the secret is shown once.
create table api_tokens (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  -- The first characters, for people to tell tokens apart.
  prefix text not null,
  secret_hash bytea not null,
  -- What it may post: contacts, visits, orders, carts, custom.
  scopes text[] not null,
  created_by uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id)
);
create unique index api_tokens_by_secret on api_tokens (tenant_id, secret_hash);
select frontdesk.protect('api_tokens');

-- The answer to a call by its Idempotency-Key, written in the transaction of its effects: a repeat is told the same.
create table api_answers (
  tenant_id uuid not null,
  token_id uuid not null,
  key text not null,
  -- Of the call and its body.
  fingerprint bytea not null,
  -- Null while the call runs: nobody else sees the row until it is done.
  answer jsonb,
  asked_at timestamptz not null,
  primary key (tenant_id, token_id, key),
  foreign key (tenant_id, token_id) references api_tokens (tenant_id, id)
);
create index api_answers_by_age on api_answers (asked_at);
select frontdesk.protect('api_answers');

-- What programs asked and were answered, for people: kept for a week.
create table api_requests (
  tenant_id uuid not null,
  id uuid not null,
  token_id uuid not null,
  method text not null,
  path text not null,
  idempotency_key text,
  status int not null,
  -- A refusal's code and details; null where the call was answered.
  problem text,
  details jsonb,
  is_replay boolean not null default false,
  accepted_count int not null default 0,
  refused_count int not null default 0,
  ignored_count int not null default 0,
  -- Of the first items that were refused: which, and why.
  refusals jsonb not null default '[]',
  asked_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, token_id) references api_tokens (tenant_id, id)
);
create index api_requests_by_time on api_requests (tenant_id, asked_at desc, id desc);
create index api_requests_by_age on api_requests (asked_at);
select frontdesk.protect('api_requests');

-- Fields that programs send and nobody reads, counted: usually a name that is misspelt.
create table api_ignored_fields (
  tenant_id uuid not null references tenants (id),
  kind text not null,
  field text not null,
  count bigint not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, kind, field)
);
select frontdesk.protect('api_ignored_fields');

-- What a customer of a web shop has chosen and not yet bought.
create table carts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  external_id text not null,
  -- Null: the visitor is not known yet.
  contact_id uuid,
  -- [{ title, quantity, priceMinor }]
  items jsonb not null,
  total_minor bigint not null,
  currency text not null,
  -- Where the customer goes on with it.
  url text,
  status text not null check (status in ('open', 'ordered', 'abandoned', 'emptied')),
  updated_at timestamptz not null,
  -- Grows with each change: what was planned for a version ends with it.
  version int not null,
  primary key (tenant_id, id),
  unique (tenant_id, external_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index carts_by_contact on carts (tenant_id, contact_id, updated_at);
select frontdesk.protect('carts');

-- What happened in the business's own words.
create table api_events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The program's name for it, where it has one: posted twice, it happened once.
  external_id text,
  name text not null,
  contact_id uuid,
  properties jsonb not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create unique index api_events_by_external_id on api_events (tenant_id, external_id) where external_id is not null;
create index api_events_by_name on api_events (tenant_id, name, occurred_at);
create index api_events_by_contact on api_events (tenant_id, contact_id, occurred_at);
select frontdesk.protect('api_events');
