-- Deals and open tasks of an account, which are looked up now and then: one that was deleted is in no list of changes.
create index deals_existing on deals (tenant_id, branch_id, closed_at) where not is_deleted;
create index deal_tasks_open_by_branch on deal_tasks (tenant_id, branch_id, id) where not is_done and not is_deleted;
