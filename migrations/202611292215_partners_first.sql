-- The first visit of a device whose person has not registered yet. It is of no cabinet.
create table referral_touches (
  -- A keyed hash of the device's secret name.
  visitor bytea primary key,
  -- The campaign of the first visit that had one, as `utm_source=…&utm_medium=…`.
  utm_tag text,
  -- The code of the first referral link, and the cabinet of its partner.
  promo_code_id uuid,
  owner_id uuid,
  landed_at timestamptz not null
);
create index referral_touches_by_time on referral_touches (landed_at);
grant select, insert, update, delete on referral_touches to frontdesk_system;

-- A visitor who opened a partner's link on a day.
create table referral_clicks (
  tenant_id uuid not null references tenants (id),
  promo_code_id uuid not null,
  -- In UTC.
  day date not null,
  visitor bytea not null,
  primary key (tenant_id, promo_code_id, day, visitor)
);
select frontdesk.protect('referral_clicks');

-- How a cabinet came to be registered.
create table referral_origins (
  tenant_id uuid primary key references tenants (id),
  utm_tag text,
  landed_at timestamptz not null,
  registered_at timestamptz not null,
  -- The code of the link, and the cabinet of its partner; null: it came by a campaign alone.
  promo_code_id uuid,
  owner_id uuid,
  -- The payment that the partner is rewarded for.
  first_payment_id uuid
);
select frontdesk.protect('referral_origins');

-- A cabinet that came by a partner's code; the row is the partner's.
create table referrals (
  tenant_id uuid not null references tenants (id),
  promo_code_id uuid not null,
  friend_id uuid not null,
  -- Null: it was registered without the link, and paid with the code.
  registered_at timestamptz,
  paid_at timestamptz,
  primary key (tenant_id, promo_code_id, friend_id)
);
select frontdesk.protect('referrals');

-- What a partner has earned and was not paid out, in minor units. One row per currency, locked by each transaction that books.
create table reward_accounts (
  tenant_id uuid not null references tenants (id),
  -- ISO 4217.
  currency text not null,
  -- The sum of its entries; below zero when a friend's money was returned after a payout.
  balance bigint not null default 0,
  -- The sum of open payouts.
  reserved bigint not null default 0 check (reserved >= 0),
  primary key (tenant_id, currency)
);
select frontdesk.protect('reward_accounts');

-- A change of a partner's balance; never changed or deleted.
create table reward_entries (
  tenant_id uuid not null,
  currency text not null,
  id uuid not null,
  promo_code_id uuid not null,
  -- Minor units; negative: taken back or paid out.
  amount bigint not null check (amount <> 0),
  reason text not null check (reason in ('reward', 'reversal', 'payout')),
  -- Identity of its cause: the same cause is booked once.
  key text not null,
  -- The friend's payment; null for a payout.
  payment_id uuid,
  balance_after bigint not null,
  booked_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, currency) references reward_accounts (tenant_id, currency)
);
create index reward_entries_by_payment on reward_entries (tenant_id, payment_id);
create index reward_entries_by_code on reward_entries (tenant_id, promo_code_id);
select frontdesk.protect('reward_entries');
revoke update, delete on reward_entries from frontdesk_app, frontdesk_system;

-- A payout that a partner requested.
create table payouts (
  tenant_id uuid not null,
  id uuid not null,
  status text not null check (status in ('requested', 'paid', 'refused', 'withdrawn')),
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Where the money goes, in the partner's words.
  requisites text not null,
  reason text,
  requested_by uuid not null,
  requested_at timestamptz not null,
  -- The operator's member; null for one that was withdrawn.
  decided_by uuid,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, currency) references reward_accounts (tenant_id, currency),
  check ((status = 'requested') = (decided_at is null))
);
create unique index payouts_open on payouts (tenant_id) where status = 'requested';
create index payouts_by_time on payouts (tenant_id, requested_at desc, id desc);
create index payouts_by_status on payouts (status, requested_at, id);
create index payouts_by_id on payouts (id);
select frontdesk.protect('payouts');
