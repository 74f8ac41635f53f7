-- Money of a payment on its way back to the payer. It is written before the bank is called.
create table refunds (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  payment_id uuid not null,
  -- `succeeded` and `canceled` are final.
  status text not null check (status in ('pending', 'succeeded', 'canceled')),
  amount_minor bigint not null check (amount_minor > 0),
  -- ISO 4217.
  currency text not null,
  -- Why the operator returns it.
  reason text not null,
  -- The bank's reason of a canceled one.
  failure text,
  -- Null until the bank has answered.
  provider_id text,
  -- The member of the operator.
  member_id uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- When the bank is asked next, by the database's clock; null once it is final.
  next_check_at timestamptz,
  checks int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  check ((status = 'pending') = (finished_at is null))
);
create index refunds_by_payment on refunds (tenant_id, payment_id, created_at);
create index refunds_to_check on refunds (next_check_at) where next_check_at is not null;
select frontdesk.protect('refunds');

-- What was returned of a payment, in minor units.
alter table payments add column refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor);
