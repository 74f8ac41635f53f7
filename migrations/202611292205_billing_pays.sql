-- A payment that the operator wrote. It is not opened at the bank until somebody follows its pay link, and may be opened again.
alter table payments
  add column is_written boolean not null default false,
  -- The key under which a written one was opened at the bank, and since when; null: it is not open.
  add column open_key uuid,
  add column opened_at timestamptz,
  drop constraint payments_amount_minor_check,
  -- A written one may be free.
  add constraint payments_amount_minor_check check (amount_minor > 0 or (is_written and amount_minor = 0)),
  add check ((open_key is null) = (opened_at is null));
create index payments_of_all_by_time on payments (created_at desc, id desc);
create index payments_by_provider on payments (provider, provider_id) where provider_id is not null;

-- What the operator keeps about a payment.
create table payment_records (
  tenant_id uuid not null references tenants (id),
  payment_id uuid not null,
  is_free boolean not null default false,
  -- When it was paid, as the operator names it.
  paid_at timestamptz,
  comment text not null default '',
  reason text not null default '',
  manager_id uuid,
  pay_destination_id uuid,
  -- Accounts of the cabinet that it is for.
  instance_ids text[] not null default '{}',
  internal_yclients_companies_ids text[] not null default '{}',
  iiko_organizations_ids text[] not null default '{}',
  med_flex_lpu_ids text[] not null default '{}',
  -- The end of its pay link; null: none was made.
  link_until timestamptz,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
select frontdesk.protect('payment_records');

-- A change of what a payment had given: never changed or deleted.
create table payment_corrections (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  payment_id uuid not null,
  -- `unpaid`: it was not paid after all · `restored`: it was, after `unpaid` · `refunded`: all of its money went back.
  kind text not null check (kind in ('dates', 'unpaid', 'restored', 'refunded')),
  -- `[{tariffId, before: {beginsAt, endsAt} | null, after: {beginsAt, endsAt} | null}]`
  periods jsonb not null,
  -- `{messages, ratings, aiMicroUsd}`, each `{given, taken}`: what it had added, and how much of it was left to take back.
  balances jsonb not null,
  -- The member of the operator.
  member_id uuid,
  corrected_at timestamptz not null,
  primary key (tenant_id, id)
);
create index payment_corrections_by_payment on payment_corrections (tenant_id, payment_id, corrected_at, id);
select frontdesk.protect('payment_corrections');
revoke update, delete on payment_corrections from frontdesk_app, frontdesk_system;
