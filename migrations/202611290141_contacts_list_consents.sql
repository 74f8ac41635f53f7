-- What a list says about the consent of each contact, beside what the member says about the whole list.
alter table imported_contacts
  -- false: the list has a column for it, and the contact's cell has no yes
  add column has_consent boolean not null default true;

alter table contact_consents
  -- The import whose list has a no; its undo removes the row.
  add column import_id uuid;
create index contact_consents_by_import on contact_consents (tenant_id, import_id) where import_id is not null;
