-- A business's cabinet: the unit of isolation and billing.
create table tenants (
  id uuid primary key,
  name text not null,
  -- False while the name is derived from the owner's e-mail; the first branch connected then gives its name.
  is_named boolean not null default true,
  brand text not null,
  country_id int not null default 0,
  time_zone text not null default 'Europe/Moscow',
  -- Language of messages to contacts whose language is not known; the cabinet's language belongs to the member.
  customer_language text not null default 'ru',
  currency text not null default 'RUB',
  utm_tag text,
  terms_accepted_at timestamptz,
  -- End of the trial or of the paid period; null never ends.
  paid_until timestamptz,
  is_trial boolean not null default true,
  is_demo boolean not null default false,
  channel_limit int not null default 5,
  -- Colour of public pages, #rrggbb with readable white text; null: the brand's.
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  -- Logo of public pages: an uploaded image.
  logo_file_id uuid,
  -- The owner's own numbers, E.164: recipients of flows in test mode that name no others.
  test_phones text[] not null default '{}',
  -- Retention of verdicts in months.
  verdict_months int not null default 13 check (verdict_months between 3 and 36),
  created_at timestamptz not null
);
select frontdesk.protect('tenants', 'id');

-- Notifications to the members of a tenant, shown in the bell and on Home.
create table notices (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  -- Subject of the notice: while one with this key is unresolved, no second one is raised.
  key text not null,
  severity text not null check (severity in ('info', 'attention', 'bad')),
  params jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz,
  resolved_at timestamptz,
  primary key (tenant_id, id)
);
create unique index notices_open on notices (tenant_id, key) where resolved_at is null;
create index notices_by_time on notices (tenant_id, created_at desc, id desc);
select frontdesk.protect('notices');
