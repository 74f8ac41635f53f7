-- As the browser names itself, at the latest refresh.
alter table sessions add column user_agent text;
-- The address of the latest refresh; of IPv6 its network.
alter table sessions add column network text;
-- The start and the latest refresh by the product's time, as members read them; null for sessions of earlier releases.
alter table sessions add column signed_in_at timestamptz, add column last_used_at timestamptz;
