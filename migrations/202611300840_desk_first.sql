-- An inbox of a desk of operators that our bots answer: a channel of ours.
create table desk_inboxes (
  tenant_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  name text not null,
  channel_id uuid not null,
  -- SHA-256 of the secrets of the connection when the channel got its own.
  signed_by text not null,
  is_on boolean not null,
  -- The connection works; without it the channel is removed and comes back with it.
  is_connected boolean not null default true,
  -- What was written before is not taken in.
  since timestamptz not null,
  trouble text,
  trouble_text text,
  primary key (tenant_id, connection_id, external_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
create index desk_inboxes_by_channel on desk_inboxes (tenant_id, channel_id);
select frontdesk.protect('desk_inboxes');

-- A channel of ours that a desk shows in an inbox that we made.
create table desk_channels (
  tenant_id uuid not null,
  connection_id uuid not null,
  channel_id uuid not null,
  inbox_id text not null,
  is_on boolean not null,
  is_connected boolean not null default true,
  since timestamptz not null,
  trouble text,
  trouble_text text,
  primary key (tenant_id, connection_id, channel_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
create index desk_channels_by_channel on desk_channels (tenant_id, channel_id) where is_on and is_connected;
create unique index desk_channels_by_inbox on desk_channels (tenant_id, connection_id, inbox_id);
select frontdesk.protect('desk_channels');

-- A talk of a desk with a contact, as last seen.
create table desk_talks (
  tenant_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  -- The channel by which we know the contact: that of an inbox, or one of ours that is shown.
  channel_id uuid not null,
  contact_id uuid not null,
  -- Null: not read yet.
  state text check (state in ('open', 'pending', 'resolved', 'snoozed')),
  -- The desk's time of the last change that was seen; null: none was.
  changed_at timestamptz,
  seen_at timestamptz not null,
  primary key (tenant_id, connection_id, external_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index desk_talks_by_contact on desk_talks (tenant_id, contact_id, channel_id, seen_at desc);
select frontdesk.protect('desk_talks');

-- How far polls have read each talk. Messages that payloads brought do not move it, so that a lost one is found.
create table desk_reads (
  tenant_id uuid not null,
  connection_id uuid not null,
  talk_id text not null,
  -- Every message up to this one was read; null: none was.
  read_until text,
  -- The last message that a poll listed.
  listed_until text not null,
  -- The talk as that poll listed it.
  facts jsonb not null,
  primary key (tenant_id, connection_id, talk_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('desk_reads');

-- Messages of people in a desk that were taken in, once each.
create table desk_messages (
  tenant_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  talk_id text not null,
  -- The answer of a person, with its files, until it is sent to the contact; null: it is done.
  answer jsonb,
  taken_at timestamptz not null,
  primary key (tenant_id, connection_id, external_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('desk_messages');

-- Messages of the ledger that carry answers of a desk's people: what became of them is written back.
create table desk_answers (
  tenant_id uuid not null,
  message_id uuid not null,
  connection_id uuid not null,
  talk_id text not null,
  external_id text not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('desk_answers');

-- Messages that a desk shows, or is to show: once each, in their order per contact and channel.
create table desk_lines (
  tenant_id uuid not null,
  connection_id uuid not null,
  -- The item of the conversation.
  item_id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  at timestamptz not null,
  -- waiting · asked (for the write to the desk) · shown · failed
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'shown', 'failed')),
  -- The message of the desk.
  external_id text,
  primary key (tenant_id, connection_id, item_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index desk_lines_open on desk_lines (tenant_id, connection_id, channel_id, contact_id, at, item_id)
  where state in ('waiting', 'asked');
create index desk_lines_by_channel on desk_lines (tenant_id, connection_id, channel_id, state, at);
create index desk_lines_by_contact on desk_lines (tenant_id, contact_id);
select frontdesk.protect('desk_lines');
