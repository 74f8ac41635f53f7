-- A card that may be charged without its holder: bound without a charge, or saved with a payment.
create table payment_cards (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- `pending` until the bank has decided; only an `active` one is charged.
  status text not null check (status in ('pending', 'active', 'canceled')),
  provider text not null,
  -- The provider's id of the saved method; null until it has answered.
  provider_id text,
  -- As the provider names it, e.g. `MasterCard`.
  brand text,
  last_digits text,
  -- The provider's page on which it is bound.
  bind_url text,
  return_url text not null,
  -- True: a subscription for the end of the trial begins once it is active.
  is_for_trial boolean not null default false,
  -- The card whose subscriptions take this one once it is active.
  replaces_id uuid,
  -- The bank's reason for which it is not charged any more, e.g. `permission_revoked`.
  trouble text,
  -- Who agreed to charges.
  member_id uuid,
  created_at timestamptz not null,
  -- When the provider is asked next, by the database's clock; null once it is final.
  next_check_at timestamptz,
  checks int not null default 0,
  primary key (tenant_id, id)
);
create index payment_cards_to_check on payment_cards (next_check_at) where next_check_at is not null;
create index payment_cards_by_provider_id on payment_cards (provider_id) where status = 'pending';
create index payment_cards_by_method on payment_cards (tenant_id, provider_id);
select frontdesk.protect('payment_cards');

-- A tariff that is paid for again before it ends; one per tariff of a cabinet.
create table subscriptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  tariff_id int not null check (tariff_id between 0 and 25),
  units int not null check (units > 0),
  -- How many each charge pays for.
  months int not null check (months > 0),
  -- What the payer agreed to.
  amount_minor bigint not null check (amount_minor > 0),
  -- ISO 4217.
  currency text not null,
  card_id uuid not null,
  -- Who agreed to charges.
  member_id uuid,
  -- Whether nothing was charged yet: it began with the trial.
  is_trial boolean not null,
  -- The end of what is paid for, or of the trial: the next charge.
  due_at timestamptz not null,
  -- When a member turned it off; it ends at `due_at`.
  canceled_at timestamptz,
  -- Days ahead of `due_at` for which the last notice was sent.
  noticed_days int,
  -- When it was stopped for want of a payment, after `due_at`.
  stopped_at timestamptz,
  -- When the next step is due, by the product's clock; null while there is none.
  step_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, tariff_id),
  foreign key (tenant_id, card_id) references payment_cards (tenant_id, id)
);
create index subscriptions_due on subscriptions (step_at) where step_at is not null;
create index subscriptions_by_card on subscriptions (tenant_id, card_id);
select frontdesk.protect('subscriptions');

-- A payment for a subscription. Of each end of a period, an attempt with a number is made once.
create table subscription_charges (
  tenant_id uuid not null references tenants (id),
  payment_id uuid not null,
  subscription_id uuid not null,
  -- The end of the period that it prolongs.
  due_at timestamptz not null,
  -- From 1; null: a member pays on the bank's page.
  attempt int check (attempt > 0),
  -- The card that is charged; null on the bank's page.
  card_id uuid,
  primary key (tenant_id, payment_id),
  unique (tenant_id, subscription_id, due_at, attempt),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, subscription_id) references subscriptions (tenant_id, id)
);
create index subscription_charges_by_subscription on subscription_charges (tenant_id, subscription_id, payment_id);
select frontdesk.protect('subscription_charges');

-- Whether the tariffs of the cart are renewed with the card that pays.
alter table payments add column is_auto_pay boolean not null default false;
