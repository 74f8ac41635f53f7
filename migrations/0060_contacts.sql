-- A customer of the tenant.
create table contacts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null default '',
  -- The name without the surname, as messages address the contact; null: not known apart.
  given_name text,
  phone text,
  email text,
  -- Null: not known; messages use the tenant's customer_language.
  language text,
  -- Null: not known; the branch's zone is used.
  time_zone text,
  birth_date date,
  -- Text of a member, or of an imported list.
  note text,
  -- Month and day as a number, e.g. 1231 for 31 December: key of the birthday search.
  birthday int generated always as ((extract(month from birth_date) * 100 + extract(day from birth_date))::int) stored,
  -- Fields a member edited (name, birth_date, language, time_zone): a sync no longer changes them.
  kept_fields text[] not null default '{}',
  -- Labels of the booking system: VIP, blonde, difficult.
  categories text[] not null default '{}',
  -- The booking system says that the contact refuses mailings.
  refuses_mailings boolean not null default false,
  visits_count int not null default 0,
  last_visit_at timestamptz,
  spent_minor bigint not null default 0,
  -- When the booking system reported spent_minor; visits attended later are added to it. Null: never reported.
  spent_at timestamptz,
  -- Sums of the contact's visits, recounted with each change of one, so that conditions on all contacts read no visits.
  arrived_count int not null default 0,
  paid_minor bigint not null default 0,
  no_show_count int not null default 0,
  -- Of visits that the contact attended, as far as they had begun when they were counted; see visit_sum_marks.
  held_branch_ids uuid[] not null default '{}',
  held_master_ids uuid[] not null default '{}',
  held_service_ids uuid[] not null default '{}',
  held_online boolean not null default false,
  held_by_staff boolean not null default false,
  created_at timestamptz not null,
  -- Sort key of the list. A column and no expression: under row-level security an index range needs leakproof
  -- comparisons of plain columns, and coalesce() is none.
  listed_at timestamptz not null
    generated always as (coalesce(last_visit_at, '1970-01-01 00:00:00+00'::timestamptz)) stored,
  -- Sort key of the list by name, in the order of code points whatever the database's locale. Cyrillic letters outside
  -- the alphabet's block are mapped to their neighbours. Contacts without a name come last.
  sort_name text collate "C" not null generated always as (
    coalesce(nullif(btrim(translate(lower(name), 'ёєіїґ', 'ееииг')), ''), E'\U0010FFFD')) stored,
  -- Text of the search by parts of a name or phone.
  searched_as text not null generated always as (lower(name) || E'\n' || coalesce(phone, '')) stored,
  primary key (tenant_id, id)
);
create unique index contacts_by_phone on contacts (tenant_id, phone) where phone is not null;
-- The search reads the newest contacts from this index alone.
create index contacts_listed on contacts (tenant_id, listed_at desc, id desc) include (searched_as);
create index contacts_by_name on contacts (tenant_id, sort_name, id);
-- Selective filters of the list.
create index contacts_refusing on contacts (tenant_id, listed_at desc, id desc) where refuses_mailings;
create index contacts_without_phone on contacts (tenant_id, listed_at desc, id desc) where phone is null;
create index contacts_by_birthday on contacts (tenant_id, birthday, id) where birthday is not null;
-- The distinct sets of categories, offered to conditions, are found by a loose index scan.
create index contacts_by_categories on contacts (tenant_id, categories) where categories <> '{}';
-- Substring search. No operator class of PostgreSQL serves it: under row-level security only leakproof operators may use
-- an index, and pg_trgm knows Latin letters alone where the locale is C. So substrings of up to three letters are
-- indexed and read by frontdesk.find_contacts, which keeps to its tenant.
-- NOTE: each search reads the pending list; its limit in kilobytes keeps it short.
create index contacts_by_parts on contacts using gin (frontdesk.search_parts(tenant_id, searched_as))
  with (gin_pending_list_limit = 128);
select frontdesk.protect('contacts');

-- A client card of an outside system and the contact it belongs to.
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

-- A tag that members gave a contact.
create table contact_tags (
  tenant_id uuid not null,
  contact_id uuid not null,
  tag text not null,
  primary key (tenant_id, contact_id, tag),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
-- The contacts of a tag; the distinct tags are found by a loose index scan.
create index contact_tags_by_tag on contact_tags (tenant_id, tag, contact_id);
select frontdesk.protect('contact_tags');

-- A consent to advertising that a member recorded, or its withdrawal. The newest row holds.
create table contact_consents (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  -- false: withdrawn
  is_given boolean not null,
  -- Where it was given, or why it was withdrawn.
  source text not null,
  -- The day it was given; null: not known.
  consented_on date,
  recorded_at timestamptz not null,
  recorded_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index contact_consents_by_contact on contact_consents (tenant_id, contact_id, recorded_at desc, id desc);
select frontdesk.protect('contact_consents');

-- A contact that an import created or found.
create table imported_contacts (
  tenant_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  -- Row of the file, the first one below the titles is 1.
  row_number int not null,
  was_created boolean not null,
  -- Tags that the import gave the contact; its undo removes them.
  added_tags text[] not null default '{}',
  -- Fields of a contact that was there: { field: [value before, value after] }; null where none changed.
  changes jsonb,
  primary key (tenant_id, import_id, contact_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index imported_contacts_by_contact on imported_contacts (tenant_id, contact_id);
select frontdesk.protect('imported_contacts');

-- A contact's address on a channel. Keyed by the channel's own user id; the phone is optional.
create table contact_addresses (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  -- Digits or BSUID on WhatsApp, chat id on Telegram.
  channel_user_id text not null,
  phone text,
  -- unreachable: the provider knows no such user; blocked: the contact blocked the channel
  state text not null default 'reachable' check (state in ('reachable', 'unreachable', 'blocked')),
  state_reason text,
  last_inbound_at timestamptz,
  -- A conversation began here without a message of the contact: the messenger sent a service message.
  has_conversation boolean not null default false,
  -- When the contact first wrote, or a conversation began; null: only we wrote.
  subscribed_at timestamptz,
  -- End of the window for free-form messages (WhatsApp's 24 hours); null where the channel has none.
  window_until timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, channel_user_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
create index contact_addresses_by_contact on contact_addresses (tenant_id, contact_id);
-- Test sends to an owner's own number look up its address.
create index contact_addresses_by_phone on contact_addresses (tenant_id, channel_id, phone) where phone is not null;
-- The list of subscribers.
create index contact_addresses_subscribed on contact_addresses (tenant_id, subscribed_at desc, id desc)
  where subscribed_at is not null;
create index contact_addresses_lost on contact_addresses (tenant_id, contact_id) where state <> 'reachable';
select frontdesk.protect('contact_addresses');

-- Opt-outs from messages. A lifted one is kept as history.
create table opt_outs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  contact_id uuid,
  -- For numbers that are no contact yet.
  phone text,
  -- Null: every channel.
  channel_id uuid,
  -- all: no message at all; marketing: service messages are still sent
  scope text not null check (scope in ('all', 'marketing')),
  source text not null check (source in ('word', 'button', 'link', 'member', 'import', 'provider')),
  -- The reason that a member, a list or a provider gave.
  note text,
  created_at timestamptz not null,
  -- The member who added it; null: the contact or a provider.
  created_by uuid,
  -- The import that added it.
  import_id uuid,
  -- It does not hold from then on; null: it holds for ever.
  ends_at timestamptz,
  lifted_at timestamptz,
  lifted_by uuid,
  -- period: its end came
  lifted_how text check (lifted_how in ('word', 'button', 'link', 'member', 'import', 'provider', 'period')),
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  check (contact_id is not null or phone is not null)
);
create index opt_outs_by_contact on opt_outs (tenant_id, contact_id) where lifted_at is null;
create index opt_outs_by_phone on opt_outs (tenant_id, phone) where lifted_at is null;
create index opt_outs_by_time on opt_outs (tenant_id, created_at desc, id desc);
create index opt_outs_by_import on opt_outs (tenant_id, import_id, id) where import_id is not null;
create index opt_outs_by_end on opt_outs (ends_at) where lifted_at is null and ends_at is not null;
select frontdesk.protect('opt_outs');
