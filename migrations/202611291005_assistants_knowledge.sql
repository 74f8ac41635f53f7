-- What assistants know from: files, pairs of question and answer, pages and sites; the passages read of them; and the
-- questions that they could not answer.

-- A source of an assistant's knowledge.
create table knowledge_sources (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  kind text not null check (kind in ('file', 'pair', 'page', 'site')),
  title text not null,
  -- Of a file.
  file_id uuid,
  -- Of a page or a site: its address, how many pages are read, and after how many days it is read again; null: by hand.
  url text,
  max_pages int,
  refresh_days int,
  -- Of a pair: the wordings of its question.
  questions text[] not null default '{}',
  answer text,
  state text not null check (state in ('waiting', 'reading', 'ready', 'failed')),
  -- Why the last reading failed; a code of the contract.
  trouble text,
  -- What was left out of the reading that is used; codes of the contract.
  omissions text[] not null default '{}',
  -- How far the reading under way is; total is null where nobody knows.
  done int not null default 0,
  total int,
  -- Attempts of this reading that ended because an outside place did not answer.
  attempts int not null default 0,
  -- The run of the job that reads it; what another run stored is left alone.
  run uuid,
  -- Number of the last reading that began, and of the one whose passages are used; 0: none.
  reading int not null default 0,
  used_reading int not null default 0,
  passage_count int not null default 0,
  read_at timestamptz,
  next_read_at timestamptz,
  created_at timestamptz not null,
  -- It can be restored for a day.
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create index knowledge_sources_listed on knowledge_sources (tenant_id, assistant_id, created_at desc, id desc)
  where deleted_at is null;
create index knowledge_sources_by_file on knowledge_sources (tenant_id, file_id) where file_id is not null;
create index knowledge_sources_to_read on knowledge_sources (next_read_at) where next_read_at is not null;
create index knowledge_sources_deleted on knowledge_sources (deleted_at) where deleted_at is not null;
select frontdesk.protect('knowledge_sources');

-- A page of a site that is read, or that is known from another page and read next.
create table knowledge_pages (
  tenant_id uuid not null,
  source_id uuid not null,
  reading int not null,
  url text not null,
  -- The order in which pages were found.
  position int not null,
  state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
  trouble text,
  primary key (tenant_id, source_id, reading, position),
  foreign key (tenant_id, source_id) references knowledge_sources (tenant_id, id) on delete cascade
);
select frontdesk.protect('knowledge_pages');

-- A part of a source.
create table knowledge_passages (
  tenant_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  reading int not null,
  position int not null,
  -- Headings above it, the highest first.
  headings text[] not null,
  -- Where it begins: KnowledgePlace of the contract.
  place jsonb,
  text text not null,
  primary key (tenant_id, id),
  unique (tenant_id, source_id, reading, position),
  foreign key (tenant_id, source_id) references knowledge_sources (tenant_id, id) on delete cascade
);
select frontdesk.protect('knowledge_passages');

-- The meaning of a passage as a model of embeddings gives it.
create table knowledge_vectors (
  tenant_id uuid not null,
  passage_id uuid not null,
  -- Vectors of different models cannot be compared.
  model text not null,
  vector real[] not null,
  primary key (tenant_id, passage_id),
  foreign key (tenant_id, passage_id) references knowledge_passages (tenant_id, id) on delete cascade
);
select frontdesk.protect('knowledge_vectors');

-- Counts the changes of an assistant's passages and vectors, so that processes know when what they loaded is outdated.
create table knowledge_revisions (
  tenant_id uuid not null,
  assistant_id uuid not null,
  revision int not null,
  primary key (tenant_id, assistant_id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id) on delete cascade
);
select frontdesk.protect('knowledge_revisions');

-- A group of unanswered questions that are alike.
create table knowledge_gaps (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  -- Its first wording.
  question text not null,
  reason text not null check (reason in ('nothing_found', 'handed_over', 'not_covered')),
  state text not null default 'open' check (state in ('open', 'answered', 'dismissed')),
  count int not null,
  last_asked_at timestamptz not null,
  -- The pair that answers it.
  source_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id) on delete cascade,
  foreign key (tenant_id, source_id) references knowledge_sources (tenant_id, id) on delete set null (source_id)
);
create index knowledge_gaps_listed on knowledge_gaps (tenant_id, assistant_id, state, count desc, id desc);
create index knowledge_gaps_by_source on knowledge_gaps (tenant_id, source_id) where source_id is not null;
select frontdesk.protect('knowledge_gaps');

-- An unanswered question of a contact. The same question of a conversation counts once.
create table knowledge_gap_questions (
  tenant_id uuid not null,
  id uuid not null,
  gap_id uuid not null,
  -- Null: of a test chat, or of a conversation that is no more.
  conversation_id uuid,
  question text not null,
  asked_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, gap_id, conversation_id, question),
  foreign key (tenant_id, gap_id) references knowledge_gaps (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete set null (conversation_id)
);
create index knowledge_gap_questions_by_conversation on knowledge_gap_questions (tenant_id, conversation_id)
  where conversation_id is not null;
select frontdesk.protect('knowledge_gap_questions');
