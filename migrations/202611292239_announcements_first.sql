-- An announcement of the operator to the members of brands. A draft is shown to the operator alone.
create table announcements (
  id uuid primary key,
  is_published boolean not null,
  brands text[] not null,
  -- By language: { title, body }.
  texts jsonb not null,
  shown_from timestamptz not null,
  -- Null: it is shown until it becomes a draft.
  shown_until timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index announcements_by_start on announcements (shown_from desc, id desc);
grant select, insert, update on announcements to frontdesk_system;
grant select on announcements to frontdesk_app;

-- An announcement that a member has read.
create table announcement_reads (
  tenant_id uuid not null references tenants (id),
  member_id uuid not null,
  -- No foreign key: announcements are of no tenant.
  announcement_id uuid not null,
  read_at timestamptz not null,
  primary key (tenant_id, member_id, announcement_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
select frontdesk.protect('announcement_reads');
