-- The last number of a seller's invoices of a year. Its row is locked until the transaction that takes a number ends, so that no
-- number is left out.
create table invoice_numbers (
  -- The seller's tax number.
  seller text not null,
  year int not null,
  last int not null check (last > 0),
  primary key (seller, year)
);
grant select, insert, update on invoice_numbers to frontdesk_app, frontdesk_system;

-- Requisites of the company that pays for the cabinet, as last given.
create table company_requisites (
  tenant_id uuid primary key references tenants (id),
  -- See `contract/billing/requisites.ts`.
  requisites jsonb not null
);
select frontdesk.protect('company_requisites');

-- An invoice to a company. It is final when written; its state alone changes.
create table invoices (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- What was bought is given in the transaction that sets `paid`; `paid` and `cancelled` are final.
  status text not null check (status in ('issued', 'paid', 'cancelled')),
  -- The seller's tax number, the year and the number within it: together unique.
  seller_tax_id text not null,
  year int not null,
  number int not null check (number > 0),
  -- Both parties as they were, see `contract/billing/requisites.ts` and `server/platform/deployment/seller.ts`.
  seller jsonb not null,
  buyer jsonb not null,
  -- As in payments.
  lines jsonb not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- ISO 4217.
  currency text not null,
  -- Language of the document.
  language text not null,
  member_id uuid not null,
  issued_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  check ((status = 'issued') = (finished_at is null))
);
create index invoices_by_time on invoices (tenant_id, issued_at desc, id desc);
select frontdesk.protect('invoices');
