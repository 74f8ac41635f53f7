-- Replies to reviews that a model may still write. One row per tenant, locked by each transaction that spends.
create table ai_review_balances (
  tenant_id uuid primary key references tenants (id),
  available int not null check (available >= 0)
);
select frontdesk.protect('ai_review_balances');
