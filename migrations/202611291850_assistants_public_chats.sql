-- The public chat of an assistant: a page on which anybody may write to it.
create table public_chats (
  tenant_id uuid not null,
  assistant_id uuid not null,
  is_on boolean not null,
  greeting text not null,
  -- Ready questions: [text].
  questions jsonb not null default '[]',
  -- Origins of sites that may show the page in a frame: [origin].
  sites jsonb not null default '[]',
  -- Most messages of visitors on one day of the cabinet, and how many came on the last day that had some.
  daily_messages int not null,
  counted_on date,
  counted int not null default 0,
  updated_at timestamptz not null,
  primary key (tenant_id, assistant_id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id)
);
select frontdesk.protect('public_chats');

-- Visitors of public chats who wrote. The id is in their token; it is also their user id on the channel.
create table chat_visitors (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  -- The name the contact got before the visitor gave one.
  given_name text not null,
  -- As the visitor typed them. Nobody has proved that the phone is theirs: it names no contact. E.164.
  name text,
  phone text,
  -- What the assistant does for them now, and since when; null: nothing.
  progress text check (progress in ('searching', 'writing')),
  progress_at timestamptz,
  -- Their token is refused from then on.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index chat_visitors_by_contact on chat_visitors (tenant_id, contact_id, created_at desc);
create index chat_visitors_by_assistant on chat_visitors (tenant_id, assistant_id);
select frontdesk.protect('chat_visitors');

-- Visits that were booked in a public chat: the only ones that its visitor sees and changes there.
create table chat_visits (
  tenant_id uuid not null,
  visitor_id uuid not null,
  visit_id uuid not null,
  booked_at timestamptz not null,
  primary key (tenant_id, visitor_id, visit_id),
  foreign key (tenant_id, visitor_id) references chat_visitors (tenant_id, id),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id)
);
create index chat_visits_by_visit on chat_visits (tenant_id, visit_id);
select frontdesk.protect('chat_visits');
