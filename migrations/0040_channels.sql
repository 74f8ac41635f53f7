-- A channel of the tenant: a WhatsApp number, a Telegram bot.
create table channels (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  -- Public address: E.164 of a number, @username of a bot.
  address text not null,
  -- The provider's own id: phone_number_id, bot id.
  external_id text not null,
  state text not null check (state in ('init', 'loading', 'GotQrCode', 'Authorized', 'NotAuthorized', 'error')),
  -- Our code for the channel's problem, and the provider's own text.
  trouble text,
  trouble_text text,
  state_changed_at timestamptz not null,
  -- Encrypted, bound to the tenant; never read out by the API.
  credentials bytea not null,
  settings jsonb not null default '{}',
  -- SHA-256 of the secret in the webhook's path.
  webhook_secret_hash bytea not null,
  -- The webhook address registered with the provider; a deployment that moved registers its new one.
  webhook_url text,
  -- Order of preference when a flow names no channel; lower first.
  position int not null,
  last_checked_at timestamptz,
  -- The provider did not answer the last check, which says nothing about the channel itself.
  is_check_unanswered boolean not null default false,
  last_inbound_at timestamptz,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- Dispatch lease, by the machine's time. The epoch grows with each holder and fences off the last one.
  lease_holder text,
  lease_epoch bigint not null default 0,
  lease_until timestamptz,
  -- No call to the provider before this (429), by the machine's time.
  throttled_until timestamptz,
  -- Token bucket of the rate limit: tokens left, and when they were counted.
  tokens double precision not null default 0,
  tokens_counted_at timestamptz,
  -- Messages sent on a day of the tenant's calendar, for the daily limit.
  day_counted_on date,
  day_sent int not null default 0,
  primary key (tenant_id, id)
);
create unique index channels_once on channels (tenant_id, kind, external_id) where removed_at is null;
-- A webhook finds its channel by the secret of its path.
create unique index channels_by_webhook on channels (tenant_id, webhook_secret_hash);
select frontdesk.protect('channels');

-- The provider's approved message templates, as last synchronised.
create table channel_templates (
  tenant_id uuid not null,
  channel_id uuid not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  reason text,
  -- what people see and choose by, as the provider's adapter read it: body, parameterCount, media, isFillable, buttons
  content jsonb not null,
  synced_at timestamptz not null,
  primary key (tenant_id, channel_id, name, language),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
select frontdesk.protect('channel_templates');
