-- Conversion of one message, or of one held back for the control group. Written by the measuring job for contacts in
-- conversion_marks; see docs/decisions/0110.
create table conversion_facts (
  tenant_id uuid not null references tenants (id),
  -- Id of the message; for one held back, of its first verdict.
  id uuid not null,
  sender_id uuid not null,
  contact_id uuid not null,
  -- Branch of the message's subject; null: none.
  branch_id uuid,
  -- When it was sent, or would have been.
  at timestamptz not null,
  -- The same as a day of the tenant's calendar.
  day date not null,
  -- True: control group, nothing was sent.
  is_control boolean not null,
  is_delivered boolean not null,
  is_read boolean not null,
  is_clicked boolean not null default false,
  is_answered boolean not null,
  -- The shortest of the windows (7, 14, 21, 30 days) in which the contact came; null: in none.
  came_days smallint check (came_days in (7, 14, 21, 30)),
  came_at timestamptz,
  -- Amount paid within each window; a visit is attributed to the last message of a sender before it.
  spent_7 bigint not null default 0,
  spent_14 bigint not null default 0,
  spent_21 bigint not null default 0,
  spent_30 bigint not null default 0,
  -- Currency of the amounts, ISO 4217; empty: nothing was paid.
  currency text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, sender_id) references senders (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index conversion_facts_by_contact on conversion_facts (tenant_id, contact_id, at);
create index conversion_facts_by_time on conversion_facts (tenant_id, at desc, id desc);
create index conversion_facts_by_sender on conversion_facts (tenant_id, sender_id, at desc, id desc);
-- The control group is a small part of all.
create index conversion_facts_held on conversion_facts (tenant_id, sender_id, at desc, id desc) where is_control;
select frontdesk.protect('conversion_facts');

-- Sums of conversion_facts by day: a year is read without the facts.
create table conversion_days (
  tenant_id uuid not null references tenants (id),
  day date not null,
  sender_id uuid not null,
  -- All zeros: no branch.
  branch_id uuid not null,
  currency text not null,
  is_control boolean not null,
  sent bigint not null,
  delivered bigint not null,
  read bigint not null,
  clicked bigint not null default 0,
  answered bigint not null,
  came_7 bigint not null,
  came_14 bigint not null,
  came_21 bigint not null,
  came_30 bigint not null,
  spent_7 bigint not null,
  spent_14 bigint not null,
  spent_21 bigint not null,
  spent_30 bigint not null,
  primary key (tenant_id, day, sender_id, branch_id, currency, is_control)
) with (fillfactor = 70);
-- One sender's days are read without those of the others.
create index conversion_days_by_sender on conversion_days (tenant_id, sender_id, day);
select frontdesk.protect('conversion_days');

-- Contacts whose conversion must be measured again. One row per change under an id of its own, so that no writer waits
-- for another.
create table conversion_marks (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  contact_id uuid not null,
  -- Product time from which the mark is processed; a held-back message is measured when it would have been sent.
  ready_at timestamptz not null default '-infinity',
  -- True: the contact's whole history; false: the last two months.
  is_whole boolean not null default false,
  primary key (tenant_id, id)
);
create index conversion_marks_ready on conversion_marks (tenant_id, ready_at);
select frontdesk.protect('conversion_marks');
