-- A division of the clients by how lately and how often they come and what they pay; see docs/rules/audiences.md.
create table rfm_dashboards (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null,
  -- The one without a filter that is made for each business; not made again once deleted.
  is_usual boolean not null,
  -- Purchases that count; null and empty: all.
  branch_id uuid,
  service_ids uuid[] not null default '{}',
  category_title text,
  -- Months whose visits and money are summed; null: all time.
  months int check (months > 0),
  -- Bounds of the groups; null until there are enough clients.
  thresholds jsonb,
  created_at timestamptz not null,
  -- When each client was first put into a group and history was read; changes before are no moves.
  formed_at timestamptz,
  -- Clients when they were last counted as a whole.
  clients int not null default 0,
  -- While all are counted again: why, the last contact counted, and how many were.
  counting_reason text check (counting_reason in ('first', 'settings', 'time')),
  counted_to uuid,
  counted int not null default 0,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
create unique index rfm_dashboards_usual on rfm_dashboards (tenant_id) where is_usual;
select frontdesk.protect('rfm_dashboards');

-- The group of a client in a dashboard, and what it follows from.
create table rfm_members (
  tenant_id uuid not null references tenants (id),
  dashboard_id uuid not null,
  contact_id uuid not null,
  group_key text not null,
  -- 1 on time, 2 late, 3 sleeping, 4 lost.
  recency smallint not null check (recency between 1 and 4),
  -- 1 seldom, 2 sometimes, 3 often.
  frequency smallint not null check (frequency between 1 and 3),
  -- 1, or 2 for those who pay well.
  money smallint not null check (money between 1 and 2),
  -- In the months of the dashboard; money in the business's currency.
  visits int not null check (visits >= 0),
  spent_minor bigint not null,
  visits_ever int not null check (visits_ever > 0),
  last_day date not null,
  -- Median of the last gaps between days; null: too few.
  usual_days int check (usual_days > 0),
  -- In this group.
  since timestamptz not null,
  primary key (tenant_id, dashboard_id, contact_id),
  foreign key (tenant_id, dashboard_id) references rfm_dashboards (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index rfm_members_by_group on rfm_members (tenant_id, dashboard_id, group_key, spent_minor desc, contact_id desc);
create index rfm_members_by_contact on rfm_members (tenant_id, contact_id);
select frontdesk.protect('rfm_members');

-- A change of a client's group.
create table rfm_moves (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  dashboard_id uuid not null,
  contact_id uuid not null,
  -- Null: a new client.
  from_group text,
  to_group text not null,
  -- recount: the bounds were changed or history was read, and no event was emitted.
  reason text not null check (reason in ('client', 'recount')),
  moved_at timestamptz not null,
  -- Of the business's zone.
  day date not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, dashboard_id) references rfm_dashboards (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index rfm_moves_by_day on rfm_moves (tenant_id, dashboard_id, day, contact_id);
create index rfm_moves_by_contact on rfm_moves (tenant_id, contact_id);
select frontdesk.protect('rfm_moves');

-- Each business with clients is counted once more, which makes its usual dashboard.
insert into contact_fact_marks (tenant_id, contact_id)
  select distinct on (tenant_id) tenant_id, contact_id from contact_facts order by tenant_id, contact_id;
