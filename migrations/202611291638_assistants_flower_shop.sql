-- The catalogue that was last uploaded for an assistant.
create table assistant_catalogues (
  tenant_id uuid not null,
  assistant_id uuid not null,
  file_name text not null,
  uploaded_at timestamptz not null,
  -- Rows that were left out, and the first of them: CatalogueFault of the contract.
  fault_count int not null,
  faults jsonb not null,
  primary key (tenant_id, assistant_id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id) on delete cascade
);
select frontdesk.protect('assistant_catalogues');

-- Goods of the catalogue of an assistant.
create table assistant_goods (
  tenant_id uuid not null,
  assistant_id uuid not null,
  -- The shop's own id.
  sku text not null,
  title text not null,
  description text not null,
  category text not null,
  price_minor bigint not null check (price_minor > 0),
  currency text not null,
  is_available boolean not null,
  picture_url text,
  -- Stems of the title and category, and of the description: a client's words find goods by them.
  stems text[] not null,
  other_stems text[] not null,
  primary key (tenant_id, assistant_id, sku),
  foreign key (tenant_id, assistant_id) references assistant_catalogues (tenant_id, assistant_id) on delete cascade
);
create index assistant_goods_by_title on assistant_goods (tenant_id, assistant_id, title, sku);
select frontdesk.protect('assistant_goods');

-- An order that a contact placed with an assistant.
create table assistant_orders (
  tenant_id uuid not null,
  id uuid not null,
  assistant_id uuid not null,
  -- Counted by assistant.
  number int not null,
  status text not null default 'new' check (status in ('new', 'accepted', 'done', 'cancelled')),
  contact_id uuid not null,
  conversation_id uuid,
  -- Of the turn: a repeated turn places one order.
  key text not null,
  -- Goods as they were sold: FlowerOrderLine of the contract.
  lines jsonb not null,
  goods_minor bigint not null,
  delivery_minor bigint not null,
  currency text not null,
  way text not null check (way in ('delivery', 'pickup')),
  zone text,
  address text not null,
  due_at timestamptz not null,
  recipient_name text not null,
  recipient_phone text not null,
  card_text text not null,
  comment text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, assistant_id, key),
  unique (tenant_id, assistant_id, number),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete set null (conversation_id)
);
create index assistant_orders_by_time on assistant_orders (tenant_id, assistant_id, created_at desc, id desc);
create index assistant_orders_by_contact on assistant_orders (tenant_id, contact_id);
create index assistant_orders_by_conversation on assistant_orders (tenant_id, conversation_id)
  where conversation_id is not null;
select frontdesk.protect('assistant_orders');
