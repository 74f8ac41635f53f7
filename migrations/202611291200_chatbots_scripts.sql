-- The state of a conversation with a bot of the owner's steps. None: no such bot answered in it.
create table chatbot_dialogues (
  tenant_id uuid not null references tenants (id),
  conversation_id uuid not null,
  chatbot_id uuid not null,
  phase text not null check (phase in ('menu', 'waiting', 'person', 'assistant', 'ended')),
  -- In a menu: its step. While it waits: the step that comes then; null: none.
  step_id text,
  -- The branch that the contact chose.
  branch_id uuid,
  -- Counts the changes: a job that waits names the one it belongs to.
  run int not null,
  changed_at timestamptz not null,
  -- When a bot last began because a message came outside work hours.
  outside_hours_at timestamptz,
  -- When the latest messages of such bots were sent: at most ten times, oldest first.
  sent_at jsonb not null,
  primary key (tenant_id, conversation_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
create index chatbot_dialogues_by_chatbot on chatbot_dialogues (tenant_id, chatbot_id);
create index chatbot_dialogues_by_branch on chatbot_dialogues (tenant_id, branch_id);
select frontdesk.protect('chatbot_dialogues');
