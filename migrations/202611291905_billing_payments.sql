-- A payment for a cart, from its opening to the bank's decision. It is written before the bank is called.
create table payments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- `succeeded` and `canceled` are final; what was paid for is given in the transaction that sets `succeeded`.
  status text not null check (status in ('pending', 'succeeded', 'canceled')),
  -- `[{line, amountMinor, discountMinor}]`, see `contract/billing/calls.ts`.
  lines jsonb not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- ISO 4217.
  currency text not null,
  provider text not null,
  -- Null until the provider has answered.
  provider_id text,
  -- The provider's page on which it is paid.
  pay_url text,
  -- Where the payer returns to.
  return_url text not null,
  -- The provider's reason of a canceled one.
  reason text,
  member_id uuid,
  -- The payer's address, for the receipt.
  email text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- When the provider is asked next, by the database's clock; null once it is final.
  next_check_at timestamptz,
  checks int not null default 0,
  primary key (tenant_id, id),
  check ((status = 'pending') = (finished_at is null))
);
create index payments_by_time on payments (tenant_id, created_at desc, id desc);
create index payments_to_check on payments (next_check_at) where next_check_at is not null;
select frontdesk.protect('payments');
