-- Whoever sends: a flow, a mailing, a chatbot, a member. Written by the room that sends; kept with its title after its
-- deletion, for its messages.
create table senders (
  tenant_id uuid not null references tenants (id),
  -- A flow's sender has the id of the flow, a member's the id of the member.
  id uuid not null,
  kind text not null check (kind in ('flow', 'mailing', 'chatbot', 'assistant', 'review', 'waitlist', 'booking', 'member', 'test', 'report')),
  -- Empty: the kind says it all.
  title text not null default '',
  -- Rank of its marketing under the frequency cap, the lowest first; null: last.
  importance int,
  -- Minutes until a message that is not delivered goes on to the next channel; 0: never; null: as the cabinet's cascade says.
  pass_on_minutes int check (pass_on_minutes >= 0),
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
select frontdesk.protect('senders');

-- The ledger: one row per intended send. Its times are the product's; leases are the machine's.
create table messages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  sender_id uuid not null,
  -- Version of the sender's settings that decides about the message; null: it has none.
  sender_version int,
  -- Idempotency key, made by the sender: a flow's is subject, step, occurrence and test phone, a reply's what it answers.
  occasion_key text not null,
  visit_id uuid,
  -- What the message is about: a visit, an order, a cart, a contact, a day. For a visit the id equals visit_id.
  subject_kind text,
  subject_id uuid,
  step int not null default 1,
  -- Tells repeats of one step for one visit apart: the visit's time_version for reminders and moves, 1 otherwise.
  occurrence int not null default 1,
  -- In test mode the owner's number it goes to: one step is sent once to each of them.
  test_phone text not null default '',
  event_id uuid,
  -- Null: a test send to a member's own number.
  contact_id uuid,
  channel_id uuid not null,
  -- Channels still to try, in order, when this one cannot reach the contact.
  fallback_channel_ids uuid[] not null default '{}',
  address_id uuid,
  -- The address given to the provider: E.164, BSUID or chat id. In test mode the owner's own number.
  recipient text,
  is_test boolean not null default false,
  is_marketing boolean not null default false,
  -- Charged to the tenant's quota; charged once, whatever the number of attempts.
  is_counted boolean not null default false,
  -- Whether replied_at was set before the last counted change; see former_status.
  was_replied boolean not null default false,
  -- 0 answers and trials · 1 transactional · 2 marketing · 3 mailings; lower is sent first
  priority smallint not null,
  due_at timestamptz not null,
  -- Expiry: a later message would be useless and is not sent; null: never.
  use_by timestamptz,
  status text not null check (status in
    ('planned', 'sending', 'accepted', 'sent', 'delivered', 'read', 'failed', 'unknown', 'cancelled', 'skipped')),
  -- Group of the status. A message that has left passes three more statuses (sent, delivered, read) within one phase,
  -- so indexes by phase need no update for them.
  phase text not null generated always as (
    case
      when status = 'planned' then 'waiting'
      when status in ('sending', 'unknown') then 'doubtful'
      when status in ('accepted', 'sent', 'delivered', 'read') then 'left'
      else 'ended'
    end) stored,
  -- The status before the last counted change, kept for the statement that makes the change: it returns both statuses, and
  -- the counts follow. Null: the message is new.
  former_status text,
  -- Why it waits (quota, quiet_hours, channel), was cancelled, skipped or failed; a code of the contract.
  reason text,
  error_class text,
  error_code text,
  error_text text,
  -- The text as sent; the forecast while planned.
  body text not null default '',
  content jsonb not null default '{}',
  -- Reply buttons as sent, with the numbers a contact may answer with: [{ number, title, id }].
  sent_buttons jsonb not null default '[]',
  provider_message_id text,
  -- Ids of earlier attempts (a failed message may be sent again as a template or on another channel): their late
  -- statuses are ignored, except those in former_sends.
  former_provider_ids text[] not null default '{}',
  -- When it goes on to the next channel unless it is delivered before; null: it does not.
  passes_on_at timestamptz,
  -- It was accepted by an earlier channel and went on because it was not delivered in time. Until the next channel has it, it is
  -- planned, and belongs to dispatch alone: it is not planned anew or cancelled, and falls back to the earlier send.
  was_sent boolean not null default false,
  attempts int not null default 0,
  -- The dispatch run that claimed the message, and when, by the machine's time.
  lease_epoch bigint,
  claimed_at timestamptz,
  planned_at timestamptz not null,
  accepted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  -- The contact's first click on a link of the message.
  clicked_at timestamptz,
  failed_at timestamptz,
  -- What the provider charged, where it states that, and the parts it counted.
  cost double precision,
  cost_currency text,
  cost_parts smallint,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id),
  foreign key (tenant_id, sender_id) references senders (tenant_id, id)
) with (fillfactor = 80);
create unique index messages_once_per_occasion on messages (tenant_id, sender_id, occasion_key);
create index messages_by_subject on messages (tenant_id, subject_id, sender_id, step, occurrence) where subject_id is not null;
create index messages_due on messages (tenant_id, channel_id, priority, due_at, id) where phase = 'waiting';
create index messages_by_provider_id on messages (tenant_id, channel_id, provider_message_id)
  where provider_message_id is not null;
create index messages_by_time on messages (tenant_id, due_at desc, id desc);
create index messages_by_contact on messages (tenant_id, contact_id, due_at desc, id desc);
create index messages_by_sender on messages (tenant_id, sender_id, phase, due_at desc, id desc);
-- Messages that have left are nearly all rows and are found by time.
create index messages_by_phase on messages (tenant_id, phase, status, due_at desc, id desc) where phase <> 'left';
-- Few at any time: messages of cascades that wait for their delivery.
create index messages_passing_on on messages (passes_on_at, tenant_id, channel_id) where passes_on_at is not null;
-- Test sends to an owner's number are listed in the thread of that number.
create index messages_by_test_phone on messages (tenant_id, test_phone, due_at desc, id desc) where test_phone <> '';
select frontdesk.protect('messages');

-- Attempts on channels that a message has left for the next one of its cascade, with what became of them, also later.
create table former_sends (
  tenant_id uuid not null,
  message_id uuid not null,
  -- 1, 2, …: the order of the channels.
  n int not null,
  channel_id uuid not null,
  address_id uuid,
  recipient text,
  -- Null: the provider never accepted it.
  provider_message_id text,
  -- `skipped`: it was never handed to the channel.
  status text not null check (status in ('accepted', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  -- Why it went on; a code of the contract.
  rule text not null,
  -- The words as sent, by which template, and the reply buttons with their numbers.
  body text not null default '',
  left_by jsonb,
  sent_buttons jsonb not null default '[]',
  error_text text,
  accepted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  left_at timestamptz not null,
  primary key (tenant_id, message_id, n),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade,
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
-- A late status finds its attempt.
create unique index former_sends_by_provider_id on former_sends (tenant_id, channel_id, provider_message_id)
  where provider_message_id is not null;
select frontdesk.protect('former_sends');

-- Decisions for one contact and step, with the rule and the values compared. Never changed.
-- Partitioned by month of the decision, so that old months are dropped at once and queries for the latest do not grow
-- with the total. A month is a table in the schema frontdesk; no query names it.
-- NOTE: columns stand in the order that needs no alignment padding.
create table verdicts (
  decided_at timestamptz not null,
  until timestamptz,
  sender_version int not null,
  step int not null,
  occurrence int not null,
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  sender_id uuid not null,
  -- What the message would be about; for a visit equal to visit_id.
  subject_id uuid not null,
  visit_id uuid,
  contact_id uuid,
  event_id uuid,
  message_id uuid,
  subject_kind text not null,
  -- plan: decided on an event · due: decided when the message was due
  stage text not null check (stage in ('plan', 'due')),
  outcome text not null check (outcome in ('planned', 'send', 'deferred', 'skipped', 'cancelled')),
  rule text not null,
  compared jsonb not null default '{}',
  primary key (tenant_id, id, decided_at),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id),
  foreign key (tenant_id, sender_id) references senders (tenant_id, id)
) partition by range (decided_at);
create index verdicts_by_subject on verdicts (tenant_id, subject_id, decided_at);
create index verdicts_by_message on verdicts (tenant_id, message_id) where message_id is not null;
-- The message log lists decisions against a message beside what was sent, with the same filters.
create index verdicts_not_sent on verdicts (tenant_id, decided_at desc, id desc) where outcome = 'skipped' and message_id is null;
create index verdicts_not_sent_by_sender on verdicts (tenant_id, sender_id, decided_at desc, id desc)
  where outcome = 'skipped' and message_id is null;
create index verdicts_not_sent_by_contact on verdicts (tenant_id, contact_id, decided_at desc, id desc)
  where outcome = 'skipped' and message_id is null;
-- The contacts behind a count of skip_tallies.
create index verdicts_skipped on verdicts (tenant_id, sender_id, rule, decided_at desc, id desc) where outcome = 'skipped';
select frontdesk.protect('verdicts');

-- Decisions of a month without a table: a clock that was set far ahead.
create table frontdesk.verdicts_other partition of verdicts default;
select frontdesk.protect('frontdesk.verdicts_other');

-- The tables of this month and the next three; a job makes the later ones.
select frontdesk.begin_verdict_month(month), frontdesk.attach_verdict_month(month)
from (
  select generate_series(
    date_trunc('month', now() at time zone 'UTC'),
    date_trunc('month', (now() + offset_ms * interval '1 millisecond' + interval '3 months') at time zone 'UTC'),
    interval '1 month')::date as month
  from demo_clock
) months;

-- Pauses between messages to one recipient, requested by the provider, by the machine's time.
create table person_pauses (
  tenant_id uuid not null,
  channel_id uuid not null,
  -- The address given to the provider: a phone or the channel's own user id.
  recipient text not null,
  free_at timestamptz not null,
  primary key (tenant_id, channel_id, recipient),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index person_pauses_by_age on person_pauses (free_at);
select frontdesk.protect('person_pauses');

-- Statuses received before the answer to their own send was recorded; applied when it is.
create table early_statuses (
  tenant_id uuid not null,
  channel_id uuid not null,
  provider_message_id text not null,
  status text not null check (status in ('accepted', 'sent', 'delivered', 'read', 'failed')),
  error_class text,
  error_code text,
  error_text text,
  -- Pause before the next attempt, as the refusal asked.
  retry_after_ms bigint,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, channel_id, provider_message_id, status),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index early_statuses_by_age on early_statuses (received_at);
select frontdesk.protect('early_statuses');

-- Messages whose status is requested from the provider, because it posts none or may have posted it in vain. Times are
-- the product's.
create table status_polls (
  tenant_id uuid not null,
  channel_id uuid not null,
  provider_message_id text not null,
  accepted_at timestamptz not null,
  next_at timestamptz not null,
  primary key (tenant_id, channel_id, provider_message_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index status_polls_by_time on status_polls (tenant_id, channel_id, next_at);
create index status_polls_due on status_polls (next_at);
select frontdesk.protect('status_polls');

-- Messages of each sender by status. Updated in the transactions that change messages, so the counts equal the ledger at
-- any moment and are never recounted.
create table message_tallies (
  tenant_id uuid not null references tenants (id),
  sender_id uuid not null,
  -- A status of messages; `decided_against`: verdicts without a message; `clicked`: messages whose link was followed.
  status text not null,
  -- Process id of the connection that counted: each has rows of its own, so that no transaction waits for another's.
  -- 0: the sum of rows merged since.
  counted_by int not null,
  count bigint not null,
  replied bigint not null,
  primary key (tenant_id, sender_id, status, counted_by)
) with (fillfactor = 50);
create index message_tallies_counting on message_tallies (tenant_id) where counted_by <> 0;
select frontdesk.protect('message_tallies');

-- Decisions of the contact policy by day. Updated in the transactions that write verdicts: a month is read without them.
create table policy_tallies (
  tenant_id uuid not null references tenants (id),
  -- Day of the tenant's calendar.
  day date not null,
  sender_id uuid not null,
  rule text not null,
  -- True: deferred; false: not sent.
  is_held boolean not null,
  -- As in message_tallies.
  counted_by int not null,
  count bigint not null,
  primary key (tenant_id, day, sender_id, rule, is_held, counted_by)
) with (fillfactor = 50);
create index policy_tallies_counting on policy_tallies (tenant_id) where counted_by <> 0;
select frontdesk.protect('policy_tallies');

-- Messages decided against, by reason and day. Updated in the transactions that write verdicts: a chart of a year is
-- read without them.
create table skip_tallies (
  tenant_id uuid not null references tenants (id),
  -- Day of the tenant's calendar.
  day date not null,
  sender_id uuid not null,
  rule text not null,
  -- As in message_tallies.
  counted_by int not null,
  count bigint not null,
  primary key (tenant_id, day, sender_id, rule, counted_by)
) with (fillfactor = 50);
create index skip_tallies_counting on skip_tallies (tenant_id) where counted_by <> 0;
select frontdesk.protect('skip_tallies');

-- Messages that were planned and cancelled before they were due, until they are planned again. "Who was
-- skipped" counts them among the decisions against, by the day of the cancellation.
create table called_off (
  called_off_at timestamptz not null,
  -- Day of the tenant's calendar at that time: the row of skip_tallies the message is counted in.
  day date not null,
  tenant_id uuid not null references tenants (id),
  message_id uuid not null,
  sender_id uuid not null,
  rule text not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id)
);
-- The contacts behind a count.
create index called_off_by_rule on called_off (tenant_id, sender_id, rule, called_off_at desc, message_id desc);
select frontdesk.protect('called_off');

-- Feed of what became of messages, and of decisions against one, for rooms that keep facts of their own. Appended to by
-- the statements that change messages and verdicts, in their transactions; read in batches behind a cursor of the reader;
-- rows are dropped after three days.
-- A reader takes rows in the order (tx, id) whose transaction is older than every one that still runs, so that none is
-- passed over. Contacts are read from the message or verdict, because contacts are merged.
create table message_changes (
  tx xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  -- Product time.
  at timestamptz not null,
  -- The machine's time.
  recorded_at timestamptz not null default now(),
  tenant_id uuid not null,
  -- One of the two.
  message_id uuid,
  verdict_id uuid,
  sender_id uuid not null,
  -- Of a message; null: a decision without a message.
  status text,
  -- Null: the message is new.
  former_status text,
  -- True: the contact replied to the message.
  is_reply boolean not null default false,
  -- The reason of the status, or of the decision.
  rule text,
  primary key (tenant_id, tx, id)
);
create index message_changes_by_age on message_changes using brin (recorded_at);
select frontdesk.protect('message_changes');

-- The last row of message_changes each reader has taken.
create table message_change_cursors (
  tenant_id uuid not null references tenants (id),
  reader text not null,
  tx xid8 not null,
  id bigint not null,
  primary key (tenant_id, reader)
);
select frontdesk.protect('message_change_cursors');
