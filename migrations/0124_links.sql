-- The beginning of every code of a tenant's links: a visitor's request names its tenant by it.
create table link_prefixes (
  prefix text primary key,
  -- No foreign key: the table is not distributed, and tenants is.
  tenant_id uuid not null unique
);
select frontdesk.protect('link_prefixes');

-- A link that members made to share: one code for everybody.
create table short_links (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- In lower case, the tenant's prefix included; never changed, because it is printed.
  code text not null,
  title text not null,
  -- Search key.
  sort_title text collate "C" not null generated always as (lower(title)) stored,
  target text not null,
  -- Campaign marks added to the target: { source, medium, campaign, content, term }, those that are set.
  utm jsonb not null default '{}',
  -- Null: it never expires.
  expires_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create index short_links_by_time on short_links (tenant_id, created_at desc, id desc) where deleted_at is null;
select frontdesk.protect('short_links');

-- A page behind a QR code on a table or a mirror.
create table qr_pages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- As that of a link.
  code text not null,
  title text not null,
  sort_title text collate "C" not null generated always as (lower(title)) stored,
  -- Empty: the name of the business.
  heading text not null,
  note text not null,
  -- Channels whose chats it opens; one that was removed since is left out.
  channel_ids uuid[] not null,
  -- The visitor's first message.
  greeting text not null,
  booking_url text,
  review_url text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create index qr_pages_by_time on qr_pages (tenant_id, created_at desc, id desc) where deleted_at is null;
select frontdesk.protect('qr_pages');

-- A link of a message to one contact.
create table message_links (
  tenant_id uuid not null,
  -- In lower case, the tenant's prefix included.
  code text not null,
  message_id uuid not null,
  target text not null,
  -- The shared link that stood in the text: its present target applies, and the click is one of its clicks.
  link_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, code),
  -- A message that is claimed again keeps its codes.
  unique (tenant_id, message_id, target),
  foreign key (tenant_id, message_id) references messages (tenant_id, id),
  foreign key (tenant_id, link_id) references short_links (tenant_id, id)
);
create index message_links_by_link on message_links (tenant_id, link_id) where link_id is not null;
select frontdesk.protect('message_links');

-- A visitor's requests for a link within an hour, by verdict. One row however often they are repeated, so that a link
-- that is hammered does not fill the table.
create table link_clicks (
  tenant_id uuid not null references tenants (id),
  -- Of the link or page, in lower case; for a button of a page its name is added after a dot.
  code text not null,
  -- click: a person · preview: a program that draws or checks the link · prefetch: a browser ahead of its person
  -- head: a request for the headers only
  verdict text not null check (verdict in ('click', 'preview', 'prefetch', 'head')),
  -- Beginning of the hour; for a personal link always the epoch, because it counts once.
  hour timestamptz not null,
  -- Keyed digest of address and program; for a personal link its code.
  visitor text not null,
  times int not null,
  -- The first request.
  at timestamptz not null,
  -- qr · message · direct · an app's name · the host of the page that has the link
  source text not null,
  device text not null check (device in ('phone', 'tablet', 'computer', 'unknown')),
  -- Of a personal link.
  message_id uuid,
  contact_id uuid,
  primary key (tenant_id, code, verdict, hour, visitor),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index link_clicks_by_contact on link_clicks (tenant_id, contact_id, at desc) where contact_id is not null;
create index link_clicks_of_programs on link_clicks (at) where verdict <> 'click';
select frontdesk.protect('link_clicks');
