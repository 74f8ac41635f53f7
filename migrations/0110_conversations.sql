-- A thread with one contact over one channel.
create table conversations (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  address_id uuid not null,
  last_inbound_at timestamptz,
  last_message_at timestamptz not null,
  -- Text of the last message of either side: the list shows it without reading messages.
  last_text text not null default '',
  -- Since when a reply of a person is needed; null: none is.
  needs_person_since timestamptz,
  needs_person_reason text,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, address_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, address_id) references contact_addresses (tenant_id, id)
);
create index conversations_by_time on conversations (tenant_id, last_message_at desc, id desc);
create index conversations_waiting on conversations (tenant_id, last_message_at desc, id desc)
  where needs_person_since is not null;
create index conversations_by_contact on conversations (tenant_id, contact_id);
select frontdesk.protect('conversations');

-- Messages and button taps received from contacts.
create table inbound_messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  provider_message_id text not null,
  kind text not null,
  text text,
  -- Payload of a tapped button.
  button_id text,
  quoted_provider_id text,
  media jsonb,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  -- When the bots processed it; null: not yet.
  handled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, provider_message_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id)
);
create index inbound_messages_by_thread on inbound_messages (tenant_id, conversation_id, received_at desc, id desc);
create index inbound_messages_by_contact on inbound_messages (tenant_id, contact_id, received_at desc);
select frontdesk.protect('inbound_messages');
