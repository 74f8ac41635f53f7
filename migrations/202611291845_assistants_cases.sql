-- The owner's choice: a draft in which cases newly fail is not published.
alter table assistants add column refuses_failing_cases boolean not null default false;

-- Talks with expectations, by which saves of an assistant are compared.
create table assistant_cases (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  -- By the contract's CaseSettings.
  settings jsonb not null,
  -- Name of the ready case that it was added from; null: made by hand or from a conversation.
  ready_name text,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id)
);
create index assistant_cases_of_assistant on assistant_cases (tenant_id, assistant_id, created_at desc, id desc);
create unique index assistant_cases_ready_once on assistant_cases (tenant_id, assistant_id, ready_name)
  where ready_name is not null and deleted_at is null;
select frontdesk.protect('assistant_cases');

-- Runs of the cases of an assistant on one of its saves.
create table assistant_runs (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  version int not null,
  repeats int not null,
  state text not null check (state in ('running', 'done', 'stopped')),
  stop text check (stop in ('member', 'cap', 'balance', 'no_model', 'unavailable')),
  -- Those of the talks that are over.
  cost_micro_usd bigint not null default 0,
  cap_micro_usd bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id)
);
create index assistant_runs_by_time on assistant_runs (tenant_id, assistant_id, started_at desc, id desc);
create unique index assistant_runs_one_at_a_time on assistant_runs (tenant_id, assistant_id) where state = 'running';
select frontdesk.protect('assistant_runs');

-- Talks of a run: each case as often as the run repeats it.
create table assistant_run_talks (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  case_id uuid not null,
  -- The case as it was when the run began.
  settings jsonb not null,
  repeat int not null,
  -- Talks of one queue are held one after another.
  queue int not null,
  position int not null,
  state text not null check (state in ('waiting', 'passed', 'failed', 'broken')),
  lines jsonb not null default '[]',
  verdicts jsonb not null default '[]',
  cost_micro_usd bigint not null default 0,
  -- Times that the models could not be reached.
  attempts int not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, run_id, position),
  foreign key (tenant_id, run_id) references assistant_runs (tenant_id, id),
  foreign key (tenant_id, case_id) references assistant_cases (tenant_id, id)
);
create index assistant_run_talks_of_case on assistant_run_talks (tenant_id, case_id, run_id);
select frontdesk.protect('assistant_run_talks');
