-- A message that failed may leave once more (as a template, on another channel). What the provider still says of its
-- former sends must not be taken for news of the present one.
alter table messages add column former_provider_ids text[] not null default '{}';

-- Whom a trial to an owner's own number reaches.
create index contact_addresses_by_phone on contact_addresses (tenant_id, channel_id, phone) where phone is not null;
