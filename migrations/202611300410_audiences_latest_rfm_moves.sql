-- Clients' own latest moves, as examples of flows' messages.
create index rfm_moves_latest on rfm_moves (tenant_id, moved_at desc) where reason = 'client';
