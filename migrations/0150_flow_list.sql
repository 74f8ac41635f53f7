-- The list of flows goes on by its last row, in each order it can be asked for.
create index flows_by_age on flows (tenant_id, created_at desc, id desc) where deleted_at is null;
create index flows_by_change on flows (tenant_id, updated_at desc, id desc) where deleted_at is null;
create index flows_by_title on flows (tenant_id, lower(title), id) where deleted_at is null;

-- What a flow that came from another cabinet was bound to there and is not here, by the contract's FLOW_TO_FILL; the
-- owner's next save settles it.
alter table flows add column to_fill text[] not null default '{}';
