-- A period of a tariff that was paid for, or given by the operator. A later payment for the same tariff adds a row that begins where
-- the last one ends.
create table paid_tariffs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- As in `contract/billing/tariffs.ts`.
  tariff_id int not null check (tariff_id between 0 and 25),
  -- Numbers, organisations or instances; 1 for a tariff that is not counted.
  units int not null check (units > 0),
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  -- Months whose messages and AI money were added to the balances.
  months_granted int not null default 0 check (months_granted >= 0),
  -- Identity of the payment's line: the same one is given once.
  key text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index paid_tariffs_by_end on paid_tariffs (tenant_id, ends_at);
select frontdesk.protect('paid_tariffs');
