-- Messages a tenant may still send. One row per tenant, locked by each transaction that spends.
create table message_balances (
  tenant_id uuid primary key references tenants (id),
  available int not null check (available >= 0)
);
select frontdesk.protect('message_balances');

-- Ratings a tenant may still receive and see. One row per tenant, locked by each transaction that spends.
create table rating_balances (
  tenant_id uuid primary key references tenants (id),
  available int not null check (available >= 0)
);
select frontdesk.protect('rating_balances');
