-- Tokens of the public API. Only the digest is kept; the secret is shown once.
create table api_tokens (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  -- The first characters, for people to tell tokens apart.
  prefix text not null,
  secret_hash bytea not null,
  -- What the token may post: contacts, visits, orders, carts, custom.
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

-- Answers by Idempotency-Key, written in the transaction of their effects: a repeated call gets the same answer.
create table api_answers (
  tenant_id uuid not null,
  token_id uuid not null,
  key text not null,
  -- Digest of the call and its body.
  fingerprint bytea not null,
  -- Null while the call runs; the row is not visible to others until it is done.
  answer jsonb,
  asked_at timestamptz not null,
  primary key (tenant_id, token_id, key),
  foreign key (tenant_id, token_id) references api_tokens (tenant_id, id)
);
create index api_answers_by_age on api_answers (asked_at);
select frontdesk.protect('api_answers');

-- Log of API requests and their answers, for people. Kept for a week.
create table api_requests (
  tenant_id uuid not null,
  id uuid not null,
  token_id uuid not null,
  method text not null,
  path text not null,
  idempotency_key text,
  status int not null,
  -- Code and details of a refusal; null where the call succeeded.
  problem text,
  details jsonb,
  is_replay boolean not null default false,
  accepted_count int not null default 0,
  refused_count int not null default 0,
  ignored_count int not null default 0,
  -- The first refused items, with the reason of each.
  refusals jsonb not null default '[]',
  asked_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, token_id) references api_tokens (tenant_id, id)
);
create index api_requests_by_time on api_requests (tenant_id, asked_at desc, id desc);
create index api_requests_by_age on api_requests (asked_at);
select frontdesk.protect('api_requests');

-- Unknown fields in API requests, counted: usually a misspelt name.
create table api_ignored_fields (
  tenant_id uuid not null references tenants (id),
  kind text not null,
  field text not null,
  count bigint not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, kind, field)
);
select frontdesk.protect('api_ignored_fields');

-- Shopping carts of a web shop.
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
  -- Link back to the cart.
  url text,
  status text not null check (status in ('open', 'ordered', 'abandoned', 'emptied')),
  updated_at timestamptz not null,
  -- Grows with each change: messages planned for an earlier version are cancelled.
  version int not null,
  primary key (tenant_id, id),
  unique (tenant_id, external_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index carts_by_contact on carts (tenant_id, contact_id, updated_at);
select frontdesk.protect('carts');

-- Custom events posted through the API.
create table api_events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The caller's own id, where it has one: a second post with it is ignored.
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
