-- An order of a contact, delivered or picked up, from a restaurant system or posted through the API.
create table orders (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  -- The number people know the order by.
  number text,
  contact_id uuid,
  -- Null: neither delivered nor picked up.
  delivery_kind text check (delivery_kind in ('DeliveryByCourier', 'DeliveryByClient')),
  status text not null check (status in ('Unconfirmed', 'WaitCooking', 'ReadyForCooking', 'CookingStarted',
    'CookingCompleted', 'Waiting', 'OnWay', 'Delivered', 'Closed', 'Cancelled', 'unknown')),
  -- The vendor's own status; needed where ours is unknown.
  status_text text not null,
  -- Grows with each status: messages about an earlier one are out of date.
  status_version int not null default 1,
  total_minor bigint not null default 0,
  -- [{title, amount}]
  items jsonb not null default '[]',
  -- When the order was placed; where the source does not say, when it was first received.
  placed_at timestamptz not null,
  complete_before timestamptz,
  delivered_at timestamptz,
  courier_name text,
  courier_phone text,
  cancel_cause text,
  comment text not null default '',
  -- Grows with every change that emits an event: part of the event's dedupe key.
  revision int not null default 1,
  source_changed_at timestamptz,
  read_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, branch_id, external_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index orders_by_time on orders (tenant_id, placed_at desc, id desc);
create index orders_by_status on orders (tenant_id, status, placed_at desc, id desc);
create index orders_by_branch on orders (tenant_id, branch_id, placed_at desc, id desc);
create index orders_by_contact on orders (tenant_id, contact_id, placed_at desc, id desc);
select frontdesk.protect('orders');

-- Phones of orders for which the restaurant's loyalty programme was queried.
create table order_guests (
  tenant_id uuid not null,
  branch_id uuid not null,
  phone text not null,
  asked_at timestamptz not null,
  primary key (tenant_id, branch_id, phone),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
select frontdesk.protect('order_guests');
