alter table quality_reports
  -- The model's choice that judges.
  add column model text not null default 'balanced' check (model in ('fast', 'balanced', 'best')),
  -- When all of its talks were taken; null: not yet.
  add column taken_at timestamptz;

alter table quality_cases
  -- The end of the talk is in it; part 0 has its opening.
  add column is_last boolean not null default false,
  -- Of its lines.
  add column characters int not null default 0,
  add column judged_at timestamptz;
create index quality_cases_by_score on quality_cases (tenant_id, report_id, (coalesce(score, 101::real)), id);

-- Talks of a report, also those that nobody answered, with what is measured in chats; seconds.
create table quality_report_talks (
  tenant_id uuid not null,
  report_id uuid not null,
  talk_id uuid not null,
  -- Until the first answer of the business; null: none, or the times are not known.
  first_answer real,
  longest_wait real,
  is_unanswered boolean not null default false,
  primary key (tenant_id, report_id, talk_id),
  foreign key (tenant_id, report_id) references quality_reports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, talk_id) references quality_talks (tenant_id, id)
);
create index quality_report_talks_of_talk on quality_report_talks (tenant_id, talk_id);
select frontdesk.protect('quality_report_talks');
