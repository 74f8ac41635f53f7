-- Lists of questions by which talks are judged.
create table quality_checklists (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Rises with each save.
  version int not null default 1,
  -- By the contract's ChecklistSettings.
  settings jsonb not null,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index quality_checklists_by_time on quality_checklists (tenant_id, created_at desc, id desc) where deleted_at is null;
select frontdesk.protect('quality_checklists');

-- Recordings of calls. The sound is a file of the store; it is deleted after some days, the transcript stays.
create table quality_recordings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  file_name text not null,
  -- Key of the file as it was sent; null: it is not kept.
  file_key text,
  size bigint not null check (size > 0),
  state text not null check (state in ('waiting', 'decoding', 'transcribing', 'ready', 'failed')),
  trouble text,
  -- Decoded samples / 16,000.
  seconds real,
  is_stereo boolean,
  is_incomplete boolean not null default false,
  employee_name text not null default '',
  client_name text not null default '',
  employee_channel text not null default 'left' check (employee_channel in ('left', 'right')),
  started_at timestamptz not null,
  -- 20 per second, 0 to 255.
  peaks bytea,
  -- By the contract's CallMeasures; those of a recording in which the employee is on the left.
  measures jsonb,
  -- Key of the decoded sound while it is transcribed.
  decoded_key text,
  -- Times that it was tried.
  attempts int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index quality_recordings_by_time on quality_recordings (tenant_id, started_at desc, id desc);
create index quality_recordings_with_sound on quality_recordings (created_at) where file_key is not null;
select frontdesk.protect('quality_recordings');

-- What was transcribed and paid: a channel of a recording, or a piece of it.
create table quality_recording_pieces (
  tenant_id uuid not null,
  recording_id uuid not null,
  channel int not null check (channel in (0, 1)),
  piece int not null check (piece >= 0),
  -- Seconds at which the piece begins.
  starts_at real not null,
  -- Segments with seconds from the beginning of the recording.
  segments jsonb not null,
  primary key (tenant_id, recording_id, channel, piece),
  foreign key (tenant_id, recording_id) references quality_recordings (tenant_id, id) on delete cascade
);
select frontdesk.protect('quality_recording_pieces');

-- Talks that can be judged, with their lines as they were read: a conversation of a period, a chat of a file, a recording.
create table quality_talks (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('chats', 'calls')),
  source text not null check (source in ('conversations', 'uploads', 'recordings')),
  -- Names the talk in its source: reading it again changes this row.
  source_key text not null,
  title text not null,
  started_at timestamptz not null,
  -- By the contract's SpokenLine.
  lines jsonb not null,
  line_count int not null,
  seconds real,
  -- People and bots that spoke for the business: name, isBot.
  employees jsonb not null,
  -- The conversation it was read from.
  conversation_id uuid,
  recording_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, source, source_key),
  foreign key (tenant_id, recording_id) references quality_recordings (tenant_id, id) on delete cascade
);
create index quality_talks_by_time on quality_talks (tenant_id, kind, started_at desc, id desc);
create index quality_talks_of_recording on quality_talks (tenant_id, recording_id) where recording_id is not null;
select frontdesk.protect('quality_talks');

-- Talks of a period judged by a checklist.
create table quality_reports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('chats', 'calls')),
  sources text[] not null,
  from_day date not null,
  to_day date not null,
  status text not null check (status in ('Created', 'InProgress', 'Done', 'Error')),
  stop text check (stop in ('member', 'cap', 'balance', 'no_model', 'unavailable', 'no_talks')),
  checklist_id uuid not null,
  checklist_version int not null,
  -- The checklist as it was when the report was created.
  checklist jsonb not null,
  sample_percent int not null check (sample_percent between 1 and 100),
  talks int not null default 0,
  found int not null default 0,
  -- Counts and the average of its cases, written with each of them.
  cases int not null default 0,
  done int not null default 0,
  failed int not null default 0,
  score real,
  cost_micro_usd bigint not null default 0,
  cap_micro_usd bigint not null check (cap_micro_usd > 0),
  summary text,
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, checklist_id) references quality_checklists (tenant_id, id)
);
create index quality_reports_by_time on quality_reports (tenant_id, created_at desc, id desc);
create index quality_reports_of_checklist on quality_reports (tenant_id, checklist_id);
create index quality_reports_unfinished on quality_reports (tenant_id) where status in ('Created', 'InProgress');
select frontdesk.protect('quality_reports');

-- Parts of talks by who spoke for the business: each is judged once.
create table quality_cases (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  talk_id uuid not null,
  -- Order within the talk, 0 first.
  part int not null,
  employee text not null,
  is_bot boolean not null,
  from_line int not null,
  to_line int not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  trouble text,
  attempts int not null default 0,
  score real,
  is_critical_missed boolean not null default false,
  missed int not null default 0,
  cost_micro_usd bigint not null default 0,
  -- Of the talk.
  day date not null,
  primary key (tenant_id, id),
  unique (tenant_id, report_id, talk_id, part),
  foreign key (tenant_id, report_id) references quality_reports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, talk_id) references quality_talks (tenant_id, id)
);
create index quality_cases_of_talk on quality_cases (tenant_id, talk_id);
create index quality_cases_waiting on quality_cases (tenant_id, report_id, id) where state = 'waiting';
create index quality_cases_by_day on quality_cases (tenant_id, day, employee) include (score, is_bot) where state = 'done';
select frontdesk.protect('quality_cases');

-- Answers to the questions of a checklist about a case: of the model, and of the member who changed them.
create table quality_verdicts (
  tenant_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  item_id uuid not null,
  verdict text not null check (verdict in ('yes', 'no', 'na', 'unclear')),
  -- What the model said.
  model_verdict text not null check (model_verdict in ('yes', 'no', 'na', 'unclear')),
  quote text,
  line int,
  second real,
  comment text not null default '',
  root_cause text,
  -- The member who changed it.
  changed_by uuid,
  changed_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, case_id, item_id),
  foreign key (tenant_id, case_id) references quality_cases (tenant_id, id) on delete cascade
);
create index quality_verdicts_of_item on quality_verdicts (tenant_id, item_id, verdict);
select frontdesk.protect('quality_verdicts');

-- Verdicts that members of staff disagree with.
create table quality_disputes (
  tenant_id uuid not null,
  id uuid not null,
  verdict_id uuid not null,
  state text not null check (state in ('open', 'changed', 'kept')),
  wanted text not null check (wanted in ('yes', 'no', 'na')),
  reason text not null,
  root_cause text,
  created_by uuid not null,
  created_at timestamptz not null,
  resolved_by uuid,
  resolved_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, verdict_id) references quality_verdicts (tenant_id, id) on delete cascade
);
create unique index quality_disputes_one_open on quality_disputes (tenant_id, verdict_id) where state = 'open';
create index quality_disputes_of_verdict on quality_disputes (tenant_id, verdict_id, created_at desc);
create index quality_disputes_open on quality_disputes (tenant_id, created_at desc) where state = 'open';
select frontdesk.protect('quality_disputes');

-- What a cabinet has set for quality control; without a row, it is as usual.
create table quality_settings (
  tenant_id uuid not null references tenants (id),
  audio_days int not null check (audio_days between 7 and 730),
  primary key (tenant_id)
);
select frontdesk.protect('quality_settings');
