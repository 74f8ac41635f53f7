-- Money of a tenant for one purpose, in millionths of a US dollar. One row per account, locked by each transaction that reserves or books.
create table balance_accounts (
  tenant_id uuid not null references tenants (id),
  account text not null check (account in ('ai')),
  -- The sum of its entries; below zero by less than one reservation.
  balance bigint not null,
  -- The sum of its open reservations.
  reserved bigint not null default 0 check (reserved >= 0),
  -- The balance after the last credit: warnings are shares of it.
  full_balance bigint not null,
  primary key (tenant_id, account)
);
select frontdesk.protect('balance_accounts');

-- A credit or a charge of an account; never changed or deleted.
create table balance_entries (
  tenant_id uuid not null,
  account text not null,
  id uuid not null,
  -- Millionths of a US dollar; negative: a charge.
  amount bigint not null check (amount <> 0),
  reason text not null check (reason in ('trial', 'top_up', 'correction', 'usage')),
  -- Identity of its cause: the same cause is booked once.
  key text not null,
  balance_after bigint not null,
  booked_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account, key),
  foreign key (tenant_id, account) references balance_accounts (tenant_id, account)
);
create index balance_entries_by_time on balance_entries (tenant_id, account, booked_at);
select frontdesk.protect('balance_entries');
revoke update, delete on balance_entries from frontdesk_app, frontdesk_system;

-- Money that work in progress may spend; ends when the work is booked, or with its time when its process has died.
create table balance_reservations (
  tenant_id uuid not null,
  account text not null,
  id uuid not null,
  amount bigint not null check (amount > 0),
  -- By the database's clock.
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, account) references balance_accounts (tenant_id, account)
);
create index balance_reservations_by_expiry on balance_reservations (expires_at);
select frontdesk.protect('balance_reservations');
