-- The operator's search over members of all tenants, in lower case: e-mail, name, phone. Kept with the row by the database.
alter table members add column searched_as text not null
  generated always as (lower(email) || E'\n' || lower(coalesce(full_name, '')) || E'\n' || coalesce(phone, '')) stored;
-- Substrings of three letters, as those of texts; the seed is that of no tenant, because the search spans all of them.
create index members_by_parts on members
  using gin (frontdesk.text_parts('00000000-0000-0000-0000-000000000000', searched_as)) with (gin_pending_list_limit = 128);
-- Cabinets that have a tariff now.
create index paid_tariffs_by_tariff on paid_tariffs (tariff_id, ends_at, tenant_id);
