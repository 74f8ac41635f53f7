-- A sender the tenant owns: a WhatsApp number, a Telegram bot.
create table channels (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  -- What customers see: E.164 of a number, @username of a bot.
  address text not null,
  -- The provider's own id: phone_number_id, bot id.
  external_id text not null,
  state text not null check (state in ('init', 'loading', 'GotQrCode', 'Authorized', 'NotAuthorized', 'error')),
  state_reason text,
  state_changed_at timestamptz not null,
  -- Encrypted, bound to the tenant; never read out by the API.
  credentials bytea not null,
  settings jsonb not null default '{}',
  -- SHA-256 of the secret in the hook's path.
  hook_secret_hash bytea not null,
  -- Order of preference when a flow leaves the choice open; lower first.
  position int not null,
  last_checked_at timestamptz,
  last_inbound_at timestamptz,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- Dispatch: who holds the channel, by the machine's time. The epoch grows with every holder and fences the last one off.
  lease_holder text,
  lease_epoch bigint not null default 0,
  lease_until timestamptz,
  -- Not before this the provider wants no call (429), by the machine's time.
  throttled_until timestamptz,
  -- Token bucket of the rate limit: what was left, and when that was counted.
  tokens double precision not null default 0,
  tokens_counted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index channels_once on channels (tenant_id, kind, external_id) where removed_at is null;
select frontdesk.protect('channels');

-- The provider's approved message templates, as last read from it.
create table channel_templates (
  tenant_id uuid not null,
  channel_id uuid not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  reason text,
  components jsonb not null,
  synced_at timestamptz not null,
  primary key (tenant_id, channel_id, name, language),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
select frontdesk.protect('channel_templates');

-- What providers posted, raw, as it came. A body that cannot be read stays here and is shown in the source's health.
create table inbox (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  provider text not null,
  -- The channel or connection the hook belongs to.
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
