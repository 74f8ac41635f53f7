-- An audience that members saved.
create table segments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null,
  -- Sort key of the list, in the order of code points whatever the database's locale.
  sort_title text collate "C" not null generated always as (lower(title)) stored,
  -- current: whoever the conditions hold for; frozen: the contacts in segment_members
  kind text not null check (kind in ('current', 'frozen')),
  conditions jsonb not null,
  version int not null default 1,
  -- Contacts at the last count.
  size int not null,
  counted_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index segments_by_title on segments (tenant_id, sort_title, id) where deleted_at is null;
select frontdesk.protect('segments');

-- A contact of a frozen segment.
create table segment_members (
  tenant_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  primary key (tenant_id, segment_id, contact_id),
  foreign key (tenant_id, segment_id) references segments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index segment_members_by_contact on segment_members (tenant_id, contact_id);
select frontdesk.protect('segment_members');

-- The size of a segment on a day of the tenant's calendar: the last count of that day.
create table segment_sizes (
  tenant_id uuid not null,
  segment_id uuid not null,
  day date not null,
  size int not null,
  primary key (tenant_id, segment_id, day),
  foreign key (tenant_id, segment_id) references segments (tenant_id, id) on delete cascade
);
select frontdesk.protect('segment_sizes');
