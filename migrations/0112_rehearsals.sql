-- What flows would have done in the past: nothing is sent for it, and nothing else is stored.
create table rehearsals (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  member_id uuid not null,
  -- [{ flowId, title, kind, version, settings }], as they were when it began.
  flows jsonb not null,
  days int not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  status text not null check (status in ('running', 'done', 'failed', 'cancelled')),
  -- Customers looked at, of how many.
  done int not null default 0,
  total int not null,
  -- The last customer looked at.
  after_contact_id uuid,
  summary jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index rehearsals_by_age on rehearsals (tenant_id, created_at);
select frontdesk.protect('rehearsals');

-- One message that would have left, or a decision against one.
create table rehearsal_rows (
  tenant_id uuid not null,
  rehearsal_id uuid not null,
  id uuid not null,
  -- Which of the flows, from 0.
  flow_index int not null,
  contact_id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  outcome text not null check (outcome in ('sent', 'skipped')),
  rule text not null,
  compared jsonb not null,
  at timestamptz not null,
  body text not null,
  -- She would have had three messages or more on that day.
  is_busy boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, rehearsal_id) references rehearsals (tenant_id, id) on delete cascade
);
create index rehearsal_rows_by_time on rehearsal_rows (tenant_id, rehearsal_id, outcome, at, id);
select frontdesk.protect('rehearsal_rows');
