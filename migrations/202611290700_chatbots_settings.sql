-- A chatbot as the owner set it. The main booking bot has a row once it was changed.
create table chatbots (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('booking', 'script')),
  title text not null,
  is_enabled boolean not null,
  -- Null: every branch, every channel.
  branch_id uuid,
  channel_id uuid,
  -- By the contract's settings of the kind.
  settings jsonb not null,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null: it is in the list.
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
-- One booking bot answers about a branch on a channel.
create unique index chatbots_of_place on chatbots (tenant_id, branch_id, channel_id) nulls not distinct
  where kind = 'booking' and deleted_at is null;
create index chatbots_by_branch on chatbots (tenant_id, branch_id);
create index chatbots_by_channel on chatbots (tenant_id, channel_id);
select frontdesk.protect('chatbots');
