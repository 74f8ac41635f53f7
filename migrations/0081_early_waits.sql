-- A refusal that came before its send was recorded may ask for a pause before the next try: kept with it.
alter table early_statuses add column retry_after_ms bigint;
