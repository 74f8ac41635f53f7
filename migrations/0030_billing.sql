-- Messages a tenant may still send. One row per tenant, locked by each transaction that spends.
create table message_balances (
  tenant_id uuid primary key references tenants (id),
  available int not null check (available >= 0)
);
select frontdesk.protect('message_balances');
