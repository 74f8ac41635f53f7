-- Channels of all cabinets by the last change of their state, for operators.
create index channels_by_state_change on channels (state_changed_at desc, id desc) where removed_at is null;
