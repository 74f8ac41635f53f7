-- An automation that messages a contact when something happens to its subject, e.g. a visit.
create table flows (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  title text not null,
  status text not null check (status in ('none', 'waiting', 'working', 'pause', 'error', 'done', 'canceled', 'unavailable')),
  -- The status before the tariff ended, restored with it. Null: a person resumes the flow.
  status_before text,
  -- Why the status is error: our code, and the provider's own text or what the code is about.
  error_code text,
  error_reason text,
  mode text not null check (mode in ('test', 'combat')),
  -- E.164; empty: the tenant's own.
  test_phones text[] not null default '{}',
  version int not null,
  -- Conditions, timing and content, by the contract's FlowSettings.
  settings jsonb not null,
  -- References of an imported flow that do not exist in this tenant, by the contract's FLOW_TO_FILL; the owner's next
  -- save clears them.
  to_fill text[] not null default '{}',
  last_started_at timestamptz,
  -- For flows that start long after a visit: messages due before this are planned.
  planned_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index flows_alive on flows (tenant_id, kind) where deleted_at is null;
-- The list is paged by its last row, in each of its orders.
create index flows_by_age on flows (tenant_id, created_at desc, id desc) where deleted_at is null;
create index flows_by_change on flows (tenant_id, updated_at desc, id desc) where deleted_at is null;
create index flows_by_title on flows (tenant_id, lower(title), id) where deleted_at is null;
select frontdesk.protect('flows');

-- Each save of a flow, so that the version a message was made from stays readable.
create table flow_versions (
  tenant_id uuid not null,
  flow_id uuid not null,
  version int not null,
  title text not null,
  settings jsonb not null,
  saved_at timestamptz not null,
  member_id uuid,
  primary key (tenant_id, flow_id, version),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id)
);
select frontdesk.protect('flow_versions');

-- Files uploaded by members; the bytes are in the file storage under storage_key.
create table files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  mime text not null,
  size_bytes int not null,
  storage_key text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select frontdesk.protect('files');

-- Transfers of flows to another tenant, the sender's side. The sender does not learn whether the receiver exists
-- unless its owner accepts.
create table flow_transfers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('copy', 'move')),
  -- The receiver's e-mail as typed, in lower case.
  email text not null,
  -- Titles at the time of the request.
  titles text[] not null,
  -- The flows with their versions at the time of the request.
  flows jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'cancelled')),
  member_id uuid not null,
  -- The receiving tenant, never read out by the API; null when there is none.
  to_tenant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index flow_transfers_by_age on flow_transfers (tenant_id, created_at desc, id desc);
select frontdesk.protect('flow_transfers');

-- The receiver's side of a transfer: its content and the answer.
create table flow_offers (
  tenant_id uuid not null references tenants (id),
  -- The id of the sender's row.
  id uuid not null,
  from_tenant_id uuid not null,
  from_name text not null,
  from_email text not null,
  kind text not null check (kind in ('copy', 'move')),
  -- The flows at the time of the offer, without anything private to the sender; empty once answered.
  flows jsonb not null,
  state text not null check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  -- Flows created on acceptance.
  flow_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, id)
);
create index flow_offers_open on flow_offers (tenant_id, created_at desc, id desc) where state = 'pending';
select frontdesk.protect('flow_offers');

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
  primary key (tenant_id, id),
  foreign key (tenant_id, rehearsal_id) references rehearsals (tenant_id, id) on delete cascade
);
create index rehearsal_rows_by_time on rehearsal_rows (tenant_id, rehearsal_id, outcome, at, id);
-- Lists the contacts behind a reason, and the days with too many messages to one contact.
create index rehearsal_rows_by_rule on rehearsal_rows (tenant_id, rehearsal_id, rule, at, id) where outcome = 'skipped';
create index rehearsal_rows_busy on rehearsal_rows (tenant_id, rehearsal_id, at, id) where is_busy;
select frontdesk.protect('rehearsal_rows');

-- Periods of owner reports: a day or a week of one connection.
create table report_periods (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  kind text not null check (kind in ('day', 'week')),
  -- The day after the period, on which the report is sent.
  report_date date not null,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, kind, report_date),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('report_periods');
