-- A thread with one contact, over all their channels.
create table conversations (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  -- The channel and address the contact last wrote on; where they never wrote, the channel that was open for a member.
  channel_id uuid not null,
  address_id uuid,
  -- The channel of the last message of either side.
  talk_channel_id uuid not null,
  last_inbound_at timestamptz,
  -- The last message of the talk: a contact's, a person's or a bot's answer. Flows and mailings do not move it.
  last_message_at timestamptz not null,
  last_text text not null default '',
  -- What the last message is: a text, a picture, a voice message.
  last_kind text not null default 'text',
  last_direction text not null default 'in' check (last_direction in ('in', 'out')),
  state text not null default 'open' check (state in ('open', 'snoozed', 'closed')),
  -- When a snoozed one returns.
  snoozed_until timestamptz,
  -- Null: nobody's.
  assignee_id uuid,
  -- Messages of the contact that no member has seen, and since when there are some.
  unread_count int not null default 0,
  unread_since timestamptz,
  -- Since when a reply of a person is needed; null: none is.
  needs_person_since timestamptz,
  needs_person_reason text,
  -- When a person of the business last wrote, from the cabinet or on the phone itself.
  person_wrote_at timestamptz,
  -- Bots do not answer before; null: they do.
  bots_silent_until timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, contact_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, address_id) references contact_addresses (tenant_id, id),
  foreign key (tenant_id, assignee_id) references members (tenant_id, id)
);
-- One index for each list.
create index conversations_open on conversations (tenant_id, last_message_at desc, id desc) where state = 'open';
create index conversations_closed on conversations (tenant_id, last_message_at desc, id desc) where state = 'closed';
create index conversations_snoozed on conversations (tenant_id, last_message_at desc, id desc) where state = 'snoozed';
create index conversations_assigned on conversations (tenant_id, assignee_id, last_message_at desc, id desc)
  where state = 'open' and assignee_id is not null;
create index conversations_unassigned on conversations (tenant_id, last_message_at desc, id desc)
  where state = 'open' and assignee_id is null;
create index conversations_waiting on conversations (tenant_id, last_message_at desc, id desc)
  where needs_person_since is not null;
create index conversations_unread on conversations (tenant_id, last_message_at desc, id desc)
  where unread_since is not null;
select frontdesk.protect('conversations');

-- A thread that became part of another, when their contacts became one: links and waiting jobs still find it.
create table merged_conversations (
  tenant_id uuid not null,
  id uuid not null,
  into_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, into_id) references conversations (tenant_id, id)
);
create index merged_conversations_by_target on merged_conversations (tenant_id, into_id);
select frontdesk.protect('merged_conversations');

-- Messages and button taps received from contacts.
create table inbound_messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  -- The contact's address on the channel.
  address_id uuid,
  -- The channel's own id of the contact: some messengers number the messages of each chat by themselves.
  chat text not null default '',
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
  unique (tenant_id, channel_id, chat, provider_message_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id)
);
create index inbound_messages_by_thread on inbound_messages (tenant_id, conversation_id, received_at desc, id desc);
create index inbound_messages_by_contact on inbound_messages (tenant_id, contact_id, received_at desc);
create index inbound_messages_unhandled on inbound_messages (tenant_id, conversation_id, received_at, id)
  where handled_at is null;
select frontdesk.protect('inbound_messages');

-- Messages that a person of the business wrote on the phone itself.
create table own_messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  chat text not null,
  provider_message_id text not null,
  kind text not null,
  text text,
  media jsonb,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, chat, provider_message_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id)
);
create index own_messages_by_thread on own_messages (tenant_id, conversation_id, received_at desc, id desc);
create index own_messages_by_contact on own_messages (tenant_id, contact_id);
select frontdesk.protect('own_messages');

-- What stands in a thread beside messages: notes of members, and lines that say what was done with it.
create table thread_entries (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('note', 'system')),
  -- Idempotency key of a note.
  request_id uuid,
  text text not null default '',
  -- What a system line says: see ThreadEvent of the contract.
  event jsonb,
  -- The member who did it, with their name at that time; null: it happened by itself.
  member_id uuid,
  member_name text,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id)
);
create unique index thread_entries_once on thread_entries (tenant_id, conversation_id, request_id)
  where request_id is not null;
create index thread_entries_by_thread on thread_entries (tenant_id, conversation_id, at desc, id desc);
select frontdesk.protect('thread_entries');

-- The file of a message: of a received one from its announcement by the messenger until it is kept or given up, of an
-- answer the uploaded one.
create table thread_files (
  tenant_id uuid not null,
  -- A received message, or an answer of a member.
  message_id uuid not null,
  conversation_id uuid not null,
  channel_id uuid not null,
  -- As the channel's adapter fetches it; null for an answer's.
  media jsonb,
  state text not null default 'fetching' check (state in ('fetching', 'kept', 'refused')),
  -- Why it is not kept, or why the last attempt failed; a code of the contract.
  trouble text,
  file_id uuid,
  -- Pixels of an image.
  width int,
  height int,
  attempts int not null default 0,
  created_at timestamptz not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id),
  foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create index thread_files_by_file on thread_files (tenant_id, file_id) where file_id is not null;
create index thread_files_by_thread on thread_files (tenant_id, conversation_id);
select frontdesk.protect('thread_files');

-- Words of contacts, people and bots in lower case, for the search; flows and mailings are not searched.
create table searched_texts (
  tenant_id uuid not null,
  -- Id of the message or note.
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('in', 'out', 'own', 'inner')),
  -- As it is compared: lower case, plain spaces.
  text text not null,
  -- As it was written.
  written text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id)
);
create index searched_texts_by_time on searched_texts (tenant_id, at desc, id desc);
create index searched_texts_by_thread on searched_texts (tenant_id, conversation_id);
-- Substring search, read by frontdesk.find_texts alone: see contacts_by_parts.
create index searched_texts_by_parts on searched_texts using gin (frontdesk.text_parts(tenant_id, text))
  with (gin_pending_list_limit = 128);
select frontdesk.protect('searched_texts');

-- Answers and notes that members have not sent yet.
create table conversation_drafts (
  tenant_id uuid not null,
  conversation_id uuid not null,
  member_id uuid not null,
  kind text not null check (kind in ('answer', 'note')),
  text text not null,
  saved_at timestamptz not null,
  primary key (tenant_id, conversation_id, member_id, kind),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
select frontdesk.protect('conversation_drafts');

-- Texts that members insert by their titles.
create table quick_replies (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select frontdesk.protect('quick_replies');

-- Settings of all conversations of the tenant; without a row the defaults hold.
create table conversation_settings (
  tenant_id uuid not null references tenants (id),
  -- How long bots are silent after a person wrote.
  bot_silence_minutes int not null,
  -- Whether contacts see that their messages were read, and that somebody is writing.
  marks_read boolean not null,
  shows_typing boolean not null,
  primary key (tenant_id)
);
select frontdesk.protect('conversation_settings');

-- The number of the tenant's last event. Its lock, taken at the end of a transaction, makes the numbers follow the
-- order of commits.
create table conversation_counters (
  tenant_id uuid not null references tenants (id) on delete cascade,
  last_seq bigint not null,
  primary key (tenant_id)
);
select frontdesk.protect('conversation_counters');

-- Changes of conversations in the order they were committed, numbered without gaps, for the live stream.
create table conversation_events (
  tenant_id uuid not null references tenants (id) on delete cascade,
  seq bigint not null,
  kind text not null check (kind in ('message', 'changed')),
  conversation_id uuid not null,
  item_id uuid,
  direction text,
  member_id uuid,
  assignee_id uuid,
  -- By the machine's time.
  noted_at timestamptz not null default now(),
  primary key (tenant_id, seq)
);
create index conversation_events_by_age on conversation_events (noted_at);
select frontdesk.protect('conversation_events');
