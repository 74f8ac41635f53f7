-- Contacts are listed by name too, one alphabet whatever the database's own: in the order of code points, with the
-- letters that stand elsewhere there put where people look for them. Who has no name comes last.
alter table contacts
  add column sort_name text collate "C" not null generated always as (
    coalesce(nullif(btrim(translate(lower(name), 'ёєіїґ', 'ееииг')), ''), E'\U0010FFFD')) stored,
  -- What a member wrote herself (name, birth_date): the booking system's word no longer changes it.
  add column kept_fields text[] not null default '{}';
create index contacts_by_name on contacts (tenant_id, sort_name, id);
-- Filters of the list that few answer to.
create index contacts_refusing on contacts (tenant_id, listed_at desc, id desc) where refuses_mailings;
create index contacts_without_phone on contacts (tenant_id, listed_at desc, id desc) where phone is null;
create index contact_addresses_lost on contact_addresses (tenant_id, contact_id) where state <> 'reachable';

-- The story of a customer is read by when things happened.
create index events_of_contact on events (tenant_id, contact_id, occurred_at desc, id desc) where contact_id is not null;
drop index events_by_contact;
