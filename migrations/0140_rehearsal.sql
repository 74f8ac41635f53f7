-- Rehearsals: what flows would have done in the past. A rehearsal sends nothing and stores nothing else.
create table rehearsals (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  member_id uuid not null,
  -- [{ flowId, title, kind, version, settings }] at the start.
  flows jsonb not null,
  days int not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  status text not null check (status in ('running', 'done', 'failed', 'cancelled')),
  -- Contacts processed, of how many.
  done int not null default 0,
  total int not null,
  -- The last contact processed.
  after_contact_id uuid,
  -- The last message sent by flow and day: daily limits count in the order of sending, not of contacts.
  last_leaving jsonb not null default '{}',
  summary jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index rehearsals_by_age on rehearsals (tenant_id, created_at);
select frontdesk.protect('rehearsals');

-- Results of a rehearsal: a message that would have been sent, or a decision against one.
create table rehearsal_rows (
  tenant_id uuid not null,
  rehearsal_id uuid not null,
  id uuid not null,
  -- Index of the flow, from 0.
  flow_index int not null,
  contact_id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  outcome text not null check (outcome in ('sent', 'skipped')),
  rule text not null,
  compared jsonb not null,
  at timestamptz not null,
  body text not null,
  -- The contact would have got three messages or more on that day.
  is_busy boolean not null,
  -- What the provider charges for a sent one; null where it is not known.
  price double precision,
  currency text,
  primary key (tenant_id, id),
  foreign key (tenant_id, rehearsal_id) references rehearsals (tenant_id, id) on delete cascade
);
create index rehearsal_rows_by_time on rehearsal_rows (tenant_id, rehearsal_id, outcome, at, id);
-- Lists the contacts behind a reason, and the days with too many messages to one contact.
create index rehearsal_rows_by_rule on rehearsal_rows (tenant_id, rehearsal_id, rule, at, id) where outcome = 'skipped';
create index rehearsal_rows_busy on rehearsal_rows (tenant_id, rehearsal_id, at, id) where is_busy;
select frontdesk.protect('rehearsal_rows');
