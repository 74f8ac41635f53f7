-- A change of a tenant's quota of messages or ratings; written in the statement that changes the balance, never changed or deleted.
create table quota_entries (
  tenant_id uuid not null references tenants (id),
  account text not null check (account in ('messages', 'ratings')),
  id uuid not null,
  -- Messages or ratings; negative: spent.
  amount bigint not null check (amount <> 0),
  -- `opening` is what there was before entries were written; `returned`: taken, and certainly not used.
  reason text not null check (reason in ('opening', 'trial', 'top_up', 'tariff', 'correction', 'spent', 'returned')),
  -- Identity of its cause: the same cause is booked once.
  key text not null,
  balance_after bigint not null check (balance_after >= 0),
  -- By the database's clock.
  booked_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, account, key)
);
create index quota_entries_by_time on quota_entries (tenant_id, account, booked_at);
insert into quota_entries (tenant_id, account, id, amount, reason, key, balance_after)
select tenant_id, 'messages', gen_random_uuid(), available, 'opening', 'opening', available
from message_balances where available > 0
union all
select tenant_id, 'ratings', gen_random_uuid(), available, 'opening', 'opening', available
from rating_balances where available > 0
on conflict do nothing;
select frontdesk.protect('quota_entries');
revoke update, delete on quota_entries from frontdesk_app, frontdesk_system;
