-- In test mode one step of one flow leaves once to each of the owner's numbers: the number belongs to the key.
alter table messages
  -- A member's trial to a number of her own concerns no customer.
  alter column contact_id drop not null,
  add column test_phone text not null default '',
  -- Taken from the tenant's quota; taken once, however often it is tried.
  add column is_counted boolean not null default false,
  -- Reply buttons as they left, with the numbers a customer may answer by: [{ number, title, id }].
  add column sent_buttons jsonb not null default '[]';
drop index messages_once_per_step;
create unique index messages_once_per_step on messages (tenant_id, flow_id, visit_id, step, occurrence, test_phone)
  where origin = 'flow';

-- Sent by the channel on its day, for a daily cap. The day is the tenant's.
alter table channels
  add column day_counted_on date,
  add column day_sent int not null default 0;

-- Not before this the provider wants another message to the same person, by the machine's time.
create table person_pauses (
  tenant_id uuid not null,
  channel_id uuid not null,
  -- As the provider is told: phone or the channel's own user id.
  recipient text not null,
  free_at timestamptz not null,
  primary key (tenant_id, channel_id, recipient),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index person_pauses_by_age on person_pauses (free_at);
select frontdesk.protect('person_pauses');

-- Statuses that came before the answer to their own send was recorded; applied when it is.
create table early_statuses (
  tenant_id uuid not null,
  channel_id uuid not null,
  provider_message_id text not null,
  status text not null check (status in ('accepted', 'sent', 'delivered', 'read', 'failed')),
  error_class text,
  error_code text,
  error_text text,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, channel_id, provider_message_id, status),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index early_statuses_by_age on early_statuses (received_at);
select frontdesk.protect('early_statuses');
