-- The ground everything stands on: two roles that own nothing, the tenant's bounds, and the doors of the platform.
--
-- frontdesk_app     what the product runs as: sees one tenant, the one named by app.tenant_id
-- frontdesk_system  what sweeps, sign-in and the operator's area run as: sees every tenant, owns nothing either
do $$
declare wanted text;
begin
  foreach wanted in array array['frontdesk_app', 'frontdesk_system'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null; -- roles belong to the cluster: another database made it
    end;
    begin
      execute format('grant %I to current_user', wanted);
    exception when unique_violation then null;
    end;
  end loop;
end $$;

create schema frontdesk;
grant usage on schema frontdesk, public to frontdesk_app, frontdesk_system;

-- Null outside a tenant's transaction, and nothing equals null: a query that forgot its tenant finds nothing.
create function frontdesk.tenant_id() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- Locks a tenant table: row-level security, forced on the owner too, with one policy for each role.
create function frontdesk.protect(bound regclass, tenant_column text default 'tenant_id') returns void
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', bound);
  execute format('alter table %s force row level security', bound);
  execute format(
    'create policy own_tenant on %s to frontdesk_app using (%I = frontdesk.tenant_id()) with check (%I = frontdesk.tenant_id())',
    bound, tenant_column, tenant_column);
  execute format('create policy every_tenant on %s to frontdesk_system using (true) with check (true)', bound);
  execute format('grant select, insert, update, delete on %s to frontdesk_app, frontdesk_system', bound);
end $$;

-- The demo's clock: how far the product's time runs ahead of the machine's. One row, zero in production.
create table demo_clock (
  is_only boolean primary key default true check (is_only),
  offset_ms bigint not null default 0
);
insert into demo_clock default values;
grant select on demo_clock to frontdesk_app, frontdesk_system;

-- The jobs door. The queue's tables admit only their owner; this function is the one way in.
-- `run_at` is the product's time and is turned back into the machine's.
-- Mode `earliest`: a waiting job with the key that runs soon enough is left, but locked until this transaction ends,
-- so that it cannot run before what it was queued for is visible.
create function frontdesk.enqueue(
  task text, payload json, queue text, run_at timestamptz, job_key text, job_key_mode text, max_attempts int, priority int
) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
declare
  wanted timestamptz := coalesce(run_at - (select offset_ms from public.demo_clock) * interval '1 millisecond', clock_timestamp());
  planned timestamptz;
begin
  if job_key_mode = 'earliest' then
    select job.run_at into planned from graphile_worker._private_jobs job
      where job.key = job_key and job.locked_at is null and job.attempts = 0 for update;
    if planned <= wanted then return; end if;
  end if;
  perform graphile_worker.add_job(
    identifier => task,
    payload => payload,
    queue_name => queue,
    run_at => wanted,
    max_attempts => max_attempts,
    job_key => job_key,
    priority => priority,
    job_key_mode => 'replace');
end $$;
revoke all on function frontdesk.enqueue from public;
grant execute on function frontdesk.enqueue to frontdesk_app, frontdesk_system;

-- A business's cabinet: the unit of isolation and billing.
create table tenants (
  id uuid primary key,
  name text not null,
  brand text not null,
  country_id int not null default 0,
  time_zone text not null default 'Europe/Moscow',
  -- Of messages to customers whose own language is not known; the cabinet's language belongs to the member.
  customer_language text not null default 'ru',
  currency text not null default 'RUB',
  utm_tag text,
  terms_accepted_at timestamptz,
  -- End of the trial or of the paid period; null never ends.
  paid_until timestamptz,
  is_trial boolean not null default true,
  is_demo boolean not null default false,
  channel_limit int not null default 5,
  -- The owner's own numbers, E.164: what flows in test mode send to unless they name others.
  test_phones text[] not null default '{}',
  created_at timestamptz not null
);
select frontdesk.protect('tenants', 'id');

-- A person who signs in to a tenant.
create table members (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  email text not null,
  phone text,
  full_name text,
  password_hash text,
  role text not null default 'owner' check (role in ('owner', 'staff')),
  -- Right over other tenants, for the operator's own people.
  operator_role text check (operator_role in ('admin', 'super_admin')),
  is_partner boolean not null default false,
  is_test_user boolean not null default false,
  language text not null default 'ru',
  time_zone text not null default 'Europe/Moscow',
  email_confirmed_at timestamptz,
  skips_weekly_yclients_report boolean not null default false,
  skips_weekly_iiko_report boolean not null default false,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select frontdesk.protect('members');

-- Who signs in by what, across tenants: sign-in knows a name before it knows a tenant.
-- The one table whose key cannot begin with the tenant.
create table sign_in_names (
  kind text not null check (kind in ('email', 'google')),
  -- The e-mail in lower case, or Google's `sub`.
  name text not null,
  tenant_id uuid not null,
  member_id uuid not null,
  primary key (kind, name),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create index on sign_in_names (tenant_id, member_id);
select frontdesk.protect('sign_in_names');

-- What the cabinet's people must be told: the bell and Home. Raised once while it is unresolved.
create table notices (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  -- What the notice is about; while one with this key is unresolved, it is not raised again.
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

-- Pictures and files a member uploaded; bytes lie in the file storage under storage_key.
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

-- What happened, in the product's words; written once by dedupe_key.
create table events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  dedupe_key text not null,
  visit_id uuid,
  contact_id uuid,
  facts jsonb not null default '{}',
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, dedupe_key)
);
create index events_by_visit on events (tenant_id, visit_id, recorded_at) where visit_id is not null;
create index events_by_contact on events (tenant_id, contact_id, recorded_at) where contact_id is not null;
select frontdesk.protect('events');

-- What browsers must fetch again: one row a change, kept for an hour, for those who reconnect with a last id.
create table changes (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id bigint generated always as identity,
  room text not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index changes_by_age on changes (changed_at);
select frontdesk.protect('changes');

-- Which processes are alive, by the machine's time; the jobs of one that stopped beating are freed.
create table workers (
  id text primary key,
  worker_ids text[] not null,
  beat_at timestamptz not null
);
grant select, insert, update, delete on workers to frontdesk_system;

-- Allowances shared by all processes: guesses at sign-in, calls per address, calls to a provider that counts by IP.
create table allowances (
  key text primary key,
  used double precision not null,
  counted_at timestamptz not null
);
create index allowances_by_age on allowances (counted_at);
grant select, insert, update, delete on allowances to frontdesk_system, frontdesk_app;
