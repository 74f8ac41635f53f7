-- Ids of channels, branches or clinics that the units of the tariff are for; empty: units alone. See `contract/billing/tariffs.ts`.
alter table paid_tariffs add column item_ids jsonb not null default '[]';
