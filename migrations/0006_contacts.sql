-- A customer of the tenant.
create table contacts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null default '',
  phone text,
  email text,
  -- Null: not known; messages use the tenant's customer_language.
  language text,
  -- Null: not known; the branch's zone holds.
  time_zone text,
  birth_date date,
  -- The booking system says this customer wants no mailings.
  refuses_mailings boolean not null default false,
  visits_count int not null default 0,
  last_visit_at timestamptz,
  spent_minor bigint not null default 0,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index contacts_by_phone on contacts (tenant_id, phone) where phone is not null;
create index contacts_by_name on contacts (tenant_id, lower(name) text_pattern_ops);
select frontdesk.protect('contacts');

-- The same customer as an outside system knows her.
create table contact_links (
  tenant_id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  contact_id uuid not null,
  primary key (tenant_id, branch_id, external_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
create index contact_links_by_contact on contact_links (tenant_id, contact_id);
select frontdesk.protect('contact_links');

-- Where a channel reaches a customer. Keyed by the channel's own user; the phone is optional.
create table contact_addresses (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  -- Digits or BSUID on WhatsApp, chat id on Telegram.
  channel_user_id text not null,
  phone text,
  -- unreachable: the provider says nobody is there; blocked: the customer shut the door
  state text not null default 'reachable' check (state in ('reachable', 'unreachable', 'blocked')),
  state_reason text,
  last_inbound_at timestamptz,
  -- Free-form messages are allowed until then (WhatsApp's 24 hours); null where the channel has no window.
  window_until timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, channel_user_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
create index contact_addresses_by_contact on contact_addresses (tenant_id, contact_id);
select frontdesk.protect('contact_addresses');

-- Who must not be messaged. Kept after it is lifted: it is history.
create table opt_outs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  contact_id uuid,
  -- For numbers that are no contact yet.
  phone text,
  -- Null: every channel.
  channel_id uuid,
  -- all: nothing at all; marketing: service notices still go
  scope text not null check (scope in ('all', 'marketing')),
  source text not null check (source in ('word', 'button', 'link', 'member', 'provider')),
  note text,
  created_at timestamptz not null,
  lifted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  check (contact_id is not null or phone is not null)
);
create index opt_outs_by_contact on opt_outs (tenant_id, contact_id) where lifted_at is null;
create index opt_outs_by_phone on opt_outs (tenant_id, phone) where lifted_at is null;
create index opt_outs_by_time on opt_outs (tenant_id, created_at desc, id desc);
select frontdesk.protect('opt_outs');
