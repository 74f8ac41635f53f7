-- A reason of a rehearsal opens its people, and so do the days on which one customer would have got too much.
create index rehearsal_rows_by_rule on rehearsal_rows (tenant_id, rehearsal_id, rule, at, id) where outcome = 'skipped';
create index rehearsal_rows_busy on rehearsal_rows (tenant_id, rehearsal_id, at, id) where is_busy;
