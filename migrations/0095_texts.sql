-- Files uploaded by members; the bytes are in the file storage under storage_key.
create table files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  mime text not null,
  size_bytes int not null,
  storage_key text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select frontdesk.protect('files');
