-- The ledger: one row for each intended send. Times of the life of a message are the product's time; leases are the machine's.
create table messages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- flow: planned by a flow · reply: a bot's answer · test: tried by a member · member: written by a person
  origin text not null check (origin in ('flow', 'reply', 'test', 'member')),
  -- What makes a message unique that no flow planned; null for flows, which have the key below.
  origin_key text,
  flow_id uuid,
  flow_version int,
  visit_id uuid,
  step int not null default 1,
  -- Tells repeats of one step for one visit apart: the visit's time_version for reminders and moves, 1 otherwise.
  occurrence int not null default 1,
  event_id uuid,
  contact_id uuid not null,
  channel_id uuid not null,
  -- Channels still to try, in order, when this one cannot reach the customer.
  fallback_channel_ids uuid[] not null default '{}',
  address_id uuid,
  -- Whom the provider is told to send to: E.164, BSUID or chat id. In test mode the owner's own number.
  recipient text,
  is_test boolean not null default false,
  is_marketing boolean not null default false,
  -- 0 answers · 1 transactional · 2 marketing flows · 3 mailings; lower leaves first
  priority smallint not null,
  due_at timestamptz not null,
  -- After this it is of no use and is not sent; null: always of use.
  use_by timestamptz,
  status text not null check (status in
    ('planned', 'sending', 'accepted', 'sent', 'delivered', 'read', 'failed', 'unknown', 'cancelled', 'skipped')),
  -- Why it waits (quota, quiet_hours, channel), was cancelled, skipped or failed; a code of the contract.
  reason text,
  error_class text,
  error_code text,
  error_text text,
  -- As sent; as forecast while planned.
  body text not null default '',
  content jsonb not null default '{}',
  provider_message_id text,
  attempts int not null default 0,
  -- The dispatch run that claimed it, and when the machine's time was.
  lease_epoch bigint,
  claimed_at timestamptz,
  planned_at timestamptz not null,
  accepted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  failed_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id)
) with (fillfactor = 80);
create unique index messages_once_per_step on messages (tenant_id, flow_id, visit_id, step, occurrence)
  where origin = 'flow';
create unique index messages_once_per_origin on messages (tenant_id, origin_key) where origin_key is not null;
create index messages_due on messages (tenant_id, channel_id, priority, due_at, id) where status = 'planned';
create index messages_in_doubt on messages (tenant_id, channel_id, claimed_at) where status in ('sending', 'unknown');
create index messages_by_provider_id on messages (tenant_id, channel_id, provider_message_id)
  where provider_message_id is not null;
create index messages_by_time on messages (tenant_id, due_at desc, id desc);
create index messages_by_contact on messages (tenant_id, contact_id, due_at desc, id desc);
create index messages_by_flow on messages (tenant_id, flow_id, due_at desc, id desc);
create index messages_by_visit on messages (tenant_id, visit_id) where visit_id is not null;
create index messages_by_status on messages (tenant_id, status, due_at desc, id desc);
select frontdesk.protect('messages');

-- What was decided for one customer and step, with the rule and the values compared. Never changed.
create table verdicts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  flow_id uuid not null,
  flow_version int not null,
  visit_id uuid not null,
  contact_id uuid,
  step int not null,
  occurrence int not null,
  event_id uuid,
  message_id uuid,
  -- plan: when something happened · due: when the message was to leave
  stage text not null check (stage in ('plan', 'due')),
  outcome text not null check (outcome in ('planned', 'send', 'deferred', 'skipped', 'cancelled')),
  rule text not null,
  compared jsonb not null default '{}',
  until timestamptz,
  decided_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id),
  foreign key (tenant_id, visit_id) references visits (tenant_id, id)
);
create index verdicts_by_visit on verdicts (tenant_id, visit_id, decided_at);
create index verdicts_by_message on verdicts (tenant_id, message_id) where message_id is not null;
create index verdicts_not_sent on verdicts (tenant_id, decided_at desc, id desc) where outcome = 'skipped' and message_id is null;
select frontdesk.protect('verdicts');

-- The one contact policy of a tenant. No row: the defaults of delivery/rules.ts.
create table contact_policies (
  tenant_id uuid primary key references tenants (id),
  -- Whole hours of the customer's day between which nothing is sent; equal: no quiet hours.
  quiet_from_hour int not null check (quiet_from_hour between 0 and 23),
  quiet_to_hour int not null check (quiet_to_hour between 0 and 23),
  -- At most so many marketing messages to one customer in so many days.
  marketing_limit int not null check (marketing_limit >= 0),
  marketing_days int not null check (marketing_days > 0)
);
select frontdesk.protect('contact_policies');
