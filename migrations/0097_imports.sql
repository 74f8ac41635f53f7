-- A list of contacts that a member imports from a file or pastes.
create table imports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  file_id uuid not null,
  title text not null,
  source text not null check (source in ('csv', 'xlsx', 'paste')),
  -- draft: its columns are not confirmed yet
  status text not null check (status in ('draft', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- Null in XLSX files.
  encoding text,
  delimiter text,
  -- Rows above the contacts: the last of them has the titles, and those above it a heading of the whole table.
  title_rows int not null,
  -- [{ title, field, samples }], one per column.
  columns jsonb not null,
  tags text[] not null default '{}',
  -- Where and when the contacts agreed to messages.
  consent_source text not null default '',
  consented_on date,
  updates_existing boolean not null default false,
  allows_foreign boolean not null default true,
  -- A list of opt-outs: { scope, note, endsAt }; null: of contacts.
  opt_outs jsonb,
  -- Rows of the file that are not empty.
  total int not null,
  -- Rows processed; the next batch begins after them.
  rows int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  duplicates int not null default 0,
  rejected int not null default 0,
  -- Contacts deleted by an undo.
  removed int not null default 0,
  problem text,
  -- Corrected rows that are being imported: { fileId, format, titleRows, places, total, rows }; else null.
  correction jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  check (rows = created + updated + unchanged + duplicates + rejected)
);
create index imports_by_time on imports (tenant_id, created_at desc, id desc);
select frontdesk.protect('imports');

-- A row of an import that became no contact, as the file has it.
create table import_rejections (
  tenant_id uuid not null,
  import_id uuid not null,
  -- The first row below the titles is 1.
  row_number int not null,
  reason text not null,
  cells text[] not null,
  primary key (tenant_id, import_id, row_number),
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
select frontdesk.protect('import_rejections');
