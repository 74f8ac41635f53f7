-- Answers of a member to the questions of a night bot, kept until a bot is made of them and published.
create table night_bot_drafts (
  tenant_id uuid not null,
  member_id uuid not null,
  -- The step that is shown next, from 1.
  step int not null,
  -- By the contract's NightBotAnswers.
  answers jsonb not null,
  -- The bot that was made of them; null: none yet.
  assistant_id uuid,
  updated_at timestamptz not null,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade,
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id)
);
create index night_bot_drafts_by_assistant on night_bot_drafts (tenant_id, assistant_id) where assistant_id is not null;
select frontdesk.protect('night_bot_drafts');

-- Nights of an assistant that were summed up, each once.
create table morning_summaries (
  tenant_id uuid not null,
  assistant_id uuid not null,
  -- When the work hours began that ended the night.
  night_ended_at timestamptz not null,
  outcome text not null check (outcome in ('sent', 'mailed', 'quiet')),
  -- Contacts who wrote in the night.
  writers int not null,
  -- E.164; null: nothing was sent.
  phone text,
  at timestamptz not null,
  primary key (tenant_id, assistant_id, night_ended_at),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id)
);
select frontdesk.protect('morning_summaries');

-- The nights that end are looked for over all cabinets.
create index assistants_with_summaries on assistants (tenant_id, id)
  where status = 'on' and deleted_at is null and (published_settings -> 'morningSummary' ->> 'isOn') = 'true';
