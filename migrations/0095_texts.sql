-- Files uploaded by members; the bytes are in the file storage under storage_key.
create table files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  mime text not null,
  size_bytes int not null,
  storage_key text not null,
  created_at timestamptz not null,
  -- When the last byte was stored; null while the file arrives, with the largest size it may have in size_bytes.
  stored_at timestamptz,
  primary key (tenant_id, id)
);
select frontdesk.protect('files');
alter table tenants add foreign key (id, logo_file_id) references files (tenant_id, id);
