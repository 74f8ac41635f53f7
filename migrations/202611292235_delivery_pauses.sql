-- A pause of sending, set by the operator for all tenants together or for one. Rows are only added.
create table sending_pauses (
  id uuid primary key,
  -- The target as the operator chose it: 'all', 'kind', 'provider' or 'cabinet'.
  aim text not null check (aim in ('all', 'kind', 'provider', 'cabinet')),
  -- The kind or the provider; null: the pause is for a cabinet or for everything.
  name text,
  -- Kinds of channels that it stops; null: all.
  kinds text[],
  -- The cabinet that it stops; null: all. No foreign key: the table is not distributed, and tenants is.
  cabinet_id uuid,
  reason text not null,
  -- The member of the operator, and the e-mail at that time.
  paused_by uuid not null,
  paused_by_email text not null,
  -- The product's time.
  paused_at timestamptz not null,
  -- Null: until it is lifted.
  ends_at timestamptz
);
create index sending_pauses_by_time on sending_pauses (paused_at desc, id desc);
grant select, insert on sending_pauses to frontdesk_system;
grant select (id, aim, kinds, cabinet_id, paused_at, ends_at) on sending_pauses to frontdesk_app;
alter table sending_pauses enable row level security;
alter table sending_pauses force row level security;
create policy every_tenant on sending_pauses to frontdesk_system using (true) with check (true);
create policy concerned_tenant on sending_pauses for select to frontdesk_app
  using (cabinet_id is null or cabinet_id = frontdesk.tenant_id());

-- The end of a pause by hand. Rows are only added.
create table sending_pause_ends (
  pause_id uuid primary key references sending_pauses (id),
  reason text not null,
  lifted_by uuid not null,
  lifted_by_email text not null,
  lifted_at timestamptz not null
);
grant select, insert on sending_pause_ends to frontdesk_system;
grant select (pause_id) on sending_pause_ends to frontdesk_app;

-- Outcomes of sends of a channel within one minute of the machine's time. Kept for some hours.
create table sending_minutes (
  tenant_id uuid not null references tenants (id),
  channel_id uuid not null,
  minute timestamptz not null,
  sent int not null,
  failed int not null,
  -- Ended without an answer.
  undecided int not null,
  -- Sent messages by lateness, in the order of LATENESS_BOUNDS_S; the last one is above all bounds.
  lateness int[] not null,
  primary key (tenant_id, channel_id, minute)
);
create index sending_minutes_by_time on sending_minutes (minute);
select frontdesk.protect('sending_minutes');

-- Waiting messages of a channel at the last count; channels without any have no row.
create table sending_queues (
  tenant_id uuid not null references tenants (id),
  channel_id uuid not null,
  -- Due within the next hour, or already.
  waiting int not null,
  -- Due for more than LATE_AFTER_S.
  late int not null,
  oldest_due_at timestamptz,
  -- Sent without an answer, and not resolved yet.
  undecided int not null,
  -- The machine's time.
  counted_at timestamptz not null,
  primary key (tenant_id, channel_id)
);
select frontdesk.protect('sending_queues');
