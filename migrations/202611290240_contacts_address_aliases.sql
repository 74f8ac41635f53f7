-- Another id by which a channel names the contact of an address: WhatsApp sends a person's phone, an id that hides it, or
-- both.
create table contact_address_aliases (
  tenant_id uuid not null,
  channel_id uuid not null,
  channel_user_id text not null,
  address_id uuid not null,
  primary key (tenant_id, channel_id, channel_user_id),
  foreign key (tenant_id, address_id) references contact_addresses (tenant_id, id) on delete cascade
);
create index contact_address_aliases_by_address on contact_address_aliases (tenant_id, address_id);
select frontdesk.protect('contact_address_aliases');
