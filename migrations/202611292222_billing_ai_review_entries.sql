-- Replies to reviews are booked as messages and ratings are.
alter table quota_entries drop constraint quota_entries_account_check;
alter table quota_entries add constraint quota_entries_account_check check (account in ('messages', 'ratings', 'ai_reviews'));
insert into quota_entries (tenant_id, account, id, amount, reason, key, balance_after)
select tenant_id, 'ai_reviews', gen_random_uuid(), available, 'opening', 'opening', available
from ai_review_balances where available > 0
on conflict do nothing;
