-- Sheets of workbooks, numbers of rows as the file has them, and cells that are left out of contacts.
alter table imports
  -- The sheet of a workbook that is read, and the names of all; null and none of other files.
  add column sheet text,
  add column sheets text[] not null default '{}',
  -- The highest number of a row; rows that a corrected file adds come after it. Null: of an import from before the
  -- column, whose rows were numbered from the first one below the titles.
  add column last_row int,
  -- Cells that were left out.
  add column omitted int not null default 0;

-- A cell that could not be read; its contact was imported without it.
create table import_omissions (
  tenant_id uuid not null,
  import_id uuid not null,
  -- As in import_rejections.
  row_number int not null,
  field text not null,
  -- The beginning of the cell.
  said text not null,
  primary key (tenant_id, import_id, row_number, field),
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
select frontdesk.protect('import_omissions');
