-- The channel that stands for the others of its messenger in messages about a branch; null: the cabinet's order applies.
alter table branches
  add column channel_id uuid,
  add constraint branches_channel foreign key (tenant_id, channel_id) references channels (tenant_id, id);
create index branches_of_channel on branches (tenant_id, channel_id) where channel_id is not null;
