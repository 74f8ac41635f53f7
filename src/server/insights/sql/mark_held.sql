-- Marks contacts who are in the control group of a sender.
create or replace function frontdesk.mark_held() returns trigger
  language plpgsql
  as $$
begin
  insert into conversion_marks (tenant_id, contact_id, ready_at)
    select tenant_id, contact_id, greatest(decided_at, (compared ->> 'wantedAt')::timestamptz)
    from new_rows where rule = 'control_group' and outcome = 'skipped' and contact_id is not null;
  return null;
end $$;
