-- A code that lowers a payment. It is of the deployment: every cabinet may enter it.
create table promo_codes (
  id uuid primary key,
  -- In capital letters.
  code text not null unique check (code = upper(code)),
  discount_percent int not null check (discount_percent between 1 and 100),
  -- The most uses in all; null: any number.
  payment_count int check (payment_count > 0),
  -- The most uses of one cabinet; null: any number.
  payments_count_by_user int check (payments_count_by_user > 0),
  -- From this time on it is expired; null: never.
  expire_date timestamptz,
  -- Ids of tariffs that it lowers; empty: every tariff.
  available_tariff_types int[] not null default '{}',
  -- Payments that a cabinet must have made before.
  minimal_user_payments int not null default 0 check (minimal_user_payments >= 0),
  -- The most payments that a cabinet may have made before; null: any number.
  max_user_payments int check (max_user_payments >= minimal_user_payments),
  -- For businesses with several branches alone.
  for_network_companies boolean not null default false,
  -- What its owner gets for each payment: minor units of the payment's currency, and percent of the payment.
  reward_sum_owner bigint not null default 0 check (reward_sum_owner >= 0),
  reward_percent_owner int not null default 0 check (reward_percent_owner between 0 and 100),
  -- The cabinet of the partner whose code it is; null: the operator's own.
  owner_tenant_id uuid,
  -- The member who made it.
  created_by uuid not null,
  created_at timestamptz not null,
  -- It is refused from then on.
  disabled_at timestamptz,
  -- Uses by payments that have not ended, and those that were paid for.
  reserved int not null default 0 check (reserved >= 0),
  used int not null default 0 check (used >= 0)
);
create index promo_codes_by_time on promo_codes (created_at desc, id desc);
create index promo_codes_by_owner on promo_codes (owner_tenant_id, created_at desc) where owner_tenant_id is not null;
grant select, insert, update on promo_codes to frontdesk_system;
grant select, update (reserved, used) on promo_codes to frontdesk_app;

-- A use of a promo code by a payment. It is reserved when the payment starts.
create table promo_code_uses (
  tenant_id uuid not null references tenants (id),
  payment_id uuid not null,
  promo_code_id uuid not null,
  -- `reserved` until the payment ends · `used`: paid for · `released`: canceled, or not paid in time.
  state text not null check (state in ('reserved', 'used', 'released')),
  reserved_until timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, payment_id)
);
create index promo_code_uses_of_tenant on promo_code_uses (tenant_id, promo_code_id);
create index promo_code_uses_by_code on promo_code_uses (promo_code_id, created_at desc, payment_id desc);
create index promo_code_uses_to_release on promo_code_uses (reserved_until) where state = 'reserved';
select frontdesk.protect('promo_code_uses');

-- The code that lowered the payment, and its text.
alter table payments add column promo_code_id uuid;
alter table payments add column promo_code text;
-- A payment that a promo code lowers to nothing is given without the provider.
alter table payments drop constraint payments_amount_minor_check;
alter table payments add constraint payments_amount_minor_check check (amount_minor >= 0);
