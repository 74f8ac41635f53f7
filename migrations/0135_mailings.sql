-- A message that is sent once to many contacts. On the wire: distribution.
create table mailings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null,
  status text not null check (status in ('none', 'waiting', 'working', 'pause', 'error', 'done', 'canceled', 'unavailable')),
  -- The status before the tariff ended or the mailing was deleted, restored with it.
  status_before text,
  -- Why it stopped by itself: our code, and the provider's own text or what the code is about.
  error_code text,
  error_reason text,
  mode text not null check (mode in ('test', 'combat')),
  -- E.164; empty: the tenant's own.
  test_phones text[] not null default '{}',
  version int not null,
  -- Audience, text, timing and experiment, by the contract's MailingSettings.
  settings jsonb not null,
  -- The list of recipients grows by batches in the order of contacts: the last contact listed, and when the list was complete.
  listed_after uuid,
  listed_at timestamptz,
  -- Contacts of the list by exclusion; '' are the recipients, 'control_group' those kept back: { rule: count }. Updated
  -- with each batch, in its transaction.
  listed_counts jsonb not null default '{}',
  -- Recipients whose message has been planned.
  planned_count bigint not null default 0,
  -- When the next recipients are planned, and the rule that makes them wait until then; null: as soon as there is room.
  next_wave_at timestamptz,
  held_by text,
  -- Messages sent and failed when their share was last judged; see failures in server/mailings/sending.
  judged_sent bigint not null default 0,
  judged_failed bigint not null default 0,
  -- Its text has proved good: until then few messages are planned at a time.
  is_proven boolean not null default false,
  -- A/B test: when its texts are compared, and the variant that goes to the rest; null: not known yet.
  decides_at timestamptz,
  winner smallint,
  -- When it first went live, and when it ended.
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
-- The list is paged by its last row, in each of its orders.
create index mailings_by_age on mailings (tenant_id, created_at desc, id desc) where deleted_at is null;
create index mailings_by_change on mailings (tenant_id, updated_at desc, id desc) where deleted_at is null;
create index mailings_by_title on mailings (tenant_id, lower(title), id) where deleted_at is null;
create index mailings_deleted on mailings (tenant_id, created_at desc, id desc) where deleted_at is not null;
-- Those that have something to do.
create index mailings_running on mailings (tenant_id, status) where deleted_at is null and status in ('waiting', 'working');
select frontdesk.protect('mailings');

-- Each save of a mailing.
create table mailing_versions (
  tenant_id uuid not null,
  mailing_id uuid not null,
  version int not null,
  title text not null,
  settings jsonb not null,
  saved_at timestamptz not null,
  member_id uuid,
  primary key (tenant_id, mailing_id, version),
  foreign key (tenant_id, mailing_id) references mailings (tenant_id, id)
);
select frontdesk.protect('mailing_versions');

-- The audience of a mailing as it was when the mailing started, with the decision about each contact. A recipient gets a
-- message in the ledger when it is their turn, under the contact's id as occasion key.
-- NOTE: no foreign key to the mailing, which is locked while its list is written, and never deleted: see decision 0186.
create table mailing_recipients (
  tenant_id uuid not null,
  mailing_id uuid not null,
  contact_id uuid not null,
  -- The rule that leaves the contact out; null: a recipient.
  exclusion text,
  -- The contact's zone when the list was made; empty: the tenant's.
  time_zone text not null default '',
  -- Variant of the text in an A/B test, 0 is the mailing's own; null: not in the test, gets the winner.
  variant smallint,
  -- In the test, so that the message is planned before those of the others.
  is_trial boolean not null default false,
  -- When the message was planned in the ledger.
  planned_at timestamptz,
  primary key (tenant_id, mailing_id, contact_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
-- The next recipients to plan, and the zones they live in.
create index mailing_recipients_waiting on mailing_recipients (tenant_id, mailing_id, is_trial, time_zone, contact_id)
  where exclusion is null and planned_at is null;
-- The contacts behind a count.
create index mailing_recipients_by_exclusion on mailing_recipients (tenant_id, mailing_id, exclusion, contact_id)
  where exclusion is not null;
create index mailing_recipients_by_contact on mailing_recipients (tenant_id, contact_id);
select frontdesk.protect('mailing_recipients');
