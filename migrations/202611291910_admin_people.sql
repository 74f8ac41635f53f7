-- A person of the operator's own staff who looks after cabinets.
create table managers (
  id uuid primary key,
  name text not null,
  is_fired boolean not null default false,
  created_at timestamptz not null
);
grant select, insert, update on managers to frontdesk_system;

-- An account of the operator to which payments go.
create table pay_destinations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);
grant select, insert, update on pay_destinations to frontdesk_system;

-- What the operator keeps about a cabinet.
create table client_records (
  tenant_id uuid primary key references tenants (id),
  -- The cabinet duplicates another one of the same business.
  is_duplication boolean not null default false,
  -- Its Yclients reminders go by SMS of the one-rouble tariff.
  is_sms_one_tariff_enabled boolean not null default false,
  first_line_manager_id uuid,
  second_line_manager_id uuid
);
select frontdesk.protect('client_records');

-- Dialogues of AI assistants that the operator gave to a cabinet.
create table dialogue_grants (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The member of the operator.
  granted_by uuid not null,
  dialogues int not null,
  -- The day they are given for, as the operator names it.
  granted_on date not null,
  -- Their price, added to the AI balance: millionths of a US dollar.
  amount_micro_usd bigint not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index dialogue_grants_by_time on dialogue_grants (tenant_id, created_at desc);
select frontdesk.protect('dialogue_grants');
