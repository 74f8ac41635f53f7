-- A channel of the tenant: a WhatsApp number, a Telegram bot.
create table channels (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  -- Public address: E.164 of a number, @username of a bot; empty until a channel was first paired.
  address text not null,
  -- The provider's own id: phone_number_id, bot id; null until a channel was first paired.
  external_id text,
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
  -- The part of the registered webhook address before its secret; a deployment that moved registers its new one.
  webhook_base text,
  -- Order of preference when a flow names no channel; lower first.
  position int not null,
  last_checked_at timestamptz,
  -- The provider did not answer the last check, which says nothing about the channel itself.
  is_check_unanswered boolean not null default false,
  -- What is left on the provider's account at the last check; null: not reported.
  balance double precision,
  balance_currency text,
  last_inbound_at timestamptz,
  last_sent_at timestamptz,
  -- The provider's rating of the sender, in lower case; null: it reports none.
  quality text,
  -- Most people who may be written to first within 24 hours; null: not limited, or not known.
  people_per_day int,
  -- Senders of one portfolio share that limit; null: the sender alone.
  portfolio text,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- Dispatch lease, by the machine's time. The epoch grows with each holder and fences off the last one.
  lease_holder text,
  lease_epoch bigint not null default 0,
  lease_until timestamptz,
  -- No call to the provider before this (429), by the machine's time.
  throttled_until timestamptz,
  -- No marketing before this, by the machine's time: a channel that must not hurry pauses after each message of it.
  paced_until timestamptz,
  -- Token bucket of the rate limit: tokens left, and when they were counted.
  tokens double precision not null default 0,
  tokens_counted_at timestamptz,
  -- Messages sent on a day of the tenant's calendar, for the daily limit.
  day_counted_on date,
  day_sent int not null default 0,
  primary key (tenant_id, id)
);
create unique index channels_once on channels (tenant_id, kind, external_id) where removed_at is null;
-- A sender that another cabinet has is found by its provider's id.
create index channels_by_external_id on channels (kind, external_id) where removed_at is null;
-- A webhook finds its channel by the secret of its path.
create unique index channels_by_webhook on channels (tenant_id, webhook_secret_hash);
select frontdesk.protect('channels');

-- How the messages of a cabinet go from channel to channel; the order of the channels is their position. No row: they stay where
-- they were accepted.
create table cascades (
  tenant_id uuid primary key references tenants (id),
  -- Minutes until a message that is not delivered goes on to the next channel.
  pass_on_minutes int not null check (pass_on_minutes > 0)
);
select frontdesk.protect('cascades');

-- The session of a channel that is connected by pairing: how far its pairing is, and when it was last received anything.
create table channel_sessions (
  tenant_id uuid not null,
  channel_id uuid not null,
  -- The pairing ends then; null: nobody pairs it.
  expires_at timestamptz,
  -- The gateway prepares a code or signs in since then.
  loading_since timestamptz,
  -- What the person must enter.
  expects text check (expects in ('phone', 'code', 'password')),
  -- SHA-256 of the link's secret; once it was opened, of the secret of the page that opened it.
  link_hash bytea,
  link_opened_at timestamptz,
  -- Sign-in by phone and code: to which phone the last code was sent, and until when it can be entered.
  phone text,
  code_expires_at timestamptz,
  -- The message to itself that is on its way, when the last one was sent, and when anything last came back.
  echo_id text,
  echoed_at timestamptz,
  received_at timestamptz,
  -- When the gateway was last asked to wake the session.
  restarted_at timestamptz,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create unique index channel_sessions_by_link on channel_sessions (tenant_id, link_hash) where link_hash is not null;
select frontdesk.protect('channel_sessions');

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
  -- The provider's id, by which it is changed.
  provider_id text,
  -- The provider's rating, in lower case.
  quality text,
  -- Its words, by the contract's TemplateParts; null: a form that is not written here.
  parts jsonb,
  -- When the status became what it is, as far as it was seen.
  status_since timestamptz,
  synced_at timestamptz not null,
  primary key (tenant_id, channel_id, name, language),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
select frontdesk.protect('channel_templates');

-- Sign-in codes requested for a phone on a day of the tenant's calendar; kept apart from the channel, which a cancelled
-- pairing deletes.
create table sign_in_codes (
  tenant_id uuid not null references tenants (id),
  kind text not null,
  phone text not null,
  day date not null,
  sent int not null,
  primary key (tenant_id, kind, phone, day)
);
select frontdesk.protect('sign_in_codes');

-- Recipients whom a channel that is warmed up has written to first, by the address given to the provider.
create table first_contacts (
  tenant_id uuid not null,
  channel_id uuid not null,
  recipient text not null,
  -- The day of the tenant's calendar whose limit it took.
  day date not null,
  started_at timestamptz not null,
  message_id uuid not null,
  -- The message was refused, also later by a status.
  has_failed boolean not null default false,
  primary key (tenant_id, channel_id, recipient),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index first_contacts_by_day on first_contacts (tenant_id, channel_id, day);
create index first_contacts_by_message on first_contacts (tenant_id, message_id);
select frontdesk.protect('first_contacts');
