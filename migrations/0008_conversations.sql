-- A thread with one customer over one channel.
create table conversations (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  address_id uuid not null,
  last_inbound_at timestamptz,
  last_message_at timestamptz not null,
  -- Set when a reply needs a person; null when nobody waits.
  needs_person_since timestamptz,
  needs_person_reason text,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, address_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, address_id) references contact_addresses (tenant_id, id)
);
create index conversations_by_time on conversations (tenant_id, last_message_at desc, id desc);
create index conversations_waiting on conversations (tenant_id, needs_person_since) where needs_person_since is not null;
create index conversations_by_contact on conversations (tenant_id, contact_id);
select frontdesk.protect('conversations');

-- What customers wrote or tapped.
create table inbound_messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  provider_message_id text not null,
  kind text not null,
  text text,
  -- The payload of a tapped button.
  button_id text,
  quoted_provider_id text,
  media jsonb,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  -- When the bots looked at it; null while it waits for them.
  handled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, provider_message_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id)
);
create index inbound_messages_by_thread on inbound_messages (tenant_id, conversation_id, received_at desc, id desc);
create index inbound_messages_by_contact on inbound_messages (tenant_id, contact_id, received_at desc);
select frontdesk.protect('inbound_messages');
