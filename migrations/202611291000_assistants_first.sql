-- AI assistants. Its saves are in sender_versions.
create table assistants (
  tenant_id uuid not null,
  -- That of its sender.
  id uuid not null,
  title text not null,
  status text not null check (status in ('draft', 'on', 'off')),
  -- The draft, by the contract's AssistantSettings.
  settings jsonb not null,
  version int not null,
  -- The save by which contacts are answered; null: none.
  published_version int,
  published_settings jsonb,
  published_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references senders (tenant_id, id),
  check ((published_version is null) = (published_settings is null))
);
create index assistants_by_change on assistants (tenant_id, updated_at desc, id desc);
select frontdesk.protect('assistants');

-- The assistant of a conversation. It stays on its version until the conversation is idle.
create table assistant_dialogues (
  tenant_id uuid not null,
  conversation_id uuid not null,
  assistant_id uuid not null,
  version int not null,
  last_turn_at timestamptz not null,
  primary key (tenant_id, conversation_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id)
);
select frontdesk.protect('assistant_dialogues');

-- Answers of assistants, and why they are as they are.
create table assistant_turns (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  version int not null,
  -- Null: of the chat with the draft.
  conversation_id uuid,
  contact_id uuid,
  -- Idempotency key within the conversation.
  key text not null,
  question text not null,
  -- Null: nothing was sent.
  reply text,
  -- The first message of the reply in the ledger.
  message_id uuid,
  outcome text not null check (outcome in ('answered', 'handed_over', 'failed', 'silent')),
  handoff_reason text,
  -- For the person who takes over.
  summary text,
  passages jsonb not null default '[]',
  -- Tools with their arguments and results.
  calls jsonb not null default '[]',
  findings jsonb not null default '[]',
  is_regenerated boolean not null default false,
  -- provider/model; null: none answered.
  model text,
  input_tokens int not null default 0,
  output_tokens int not null default 0,
  cost_micro_usd bigint not null default 0,
  took_ms int not null default 0,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id)
);
create unique index assistant_turns_once on assistant_turns (tenant_id, conversation_id, key) where conversation_id is not null;
create index assistant_turns_by_time on assistant_turns (tenant_id, assistant_id, at desc);
create index assistant_turns_of_talk on assistant_turns (tenant_id, conversation_id, at desc) where conversation_id is not null;
create index assistant_turns_of_message on assistant_turns (tenant_id, message_id) where message_id is not null;
create index assistant_turns_by_contact on assistant_turns (tenant_id, contact_id) where contact_id is not null;
select frontdesk.protect('assistant_turns');

-- A member's chat with the draft of an assistant.
create table assistant_trial_messages (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  member_id uuid not null,
  sender text not null check (sender in ('member', 'assistant')),
  body text not null,
  -- The answer's turn.
  turn_id uuid,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, turn_id) references assistant_turns (tenant_id, id)
);
create index assistant_trial_messages_of_chat on assistant_trial_messages (tenant_id, assistant_id, member_id, at, id);
select frontdesk.protect('assistant_trial_messages');
