-- A change or a sign-in: by which person or program, of which object, from where. Rows are never changed or deleted.
create table audit_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- By the product's time.
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'admin', 'api_token', 'mcp', 'system')),
  -- The member or the API token; of an admin the member of the operator's own cabinet. Null: nobody is signed in.
  actor uuid,
  -- The member as whom an admin acted in a support session.
  on_behalf_of uuid,
  support_session uuid,
  -- One of the contract's list.
  action text not null,
  object_kind text,
  object_id text,
  -- The object's title at that time.
  object_title text,
  -- The changed fields alone; secrets are replaced by a mark.
  before jsonb,
  after jsonb,
  -- Of the API call.
  request_id text,
  ip text,
  user_agent text,
  primary key (tenant_id, id),
  check (support_session is null or (actor_kind = 'admin' and actor is not null and on_behalf_of is not null))
);
create index audit_entries_by_time on audit_entries (tenant_id, at desc, id desc);
create index audit_entries_by_actor on audit_entries (tenant_id, actor, at desc, id desc);
create index audit_entries_by_action on audit_entries (tenant_id, action, at desc, id desc);
create index audit_entries_of_all on audit_entries (at desc, id desc);
create index audit_entries_of_all_by_actor on audit_entries (actor, at desc, id desc);
create index audit_entries_of_all_by_action on audit_entries (action, at desc, id desc);
select frontdesk.protect('audit_entries');
revoke update, delete on audit_entries from frontdesk_app, frontdesk_system;
