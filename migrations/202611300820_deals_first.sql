-- A pipeline of a CRM, through whose stages its deals go.
create table deal_pipelines (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  title text not null,
  is_main boolean not null default false,
  position int not null default 0,
  -- The CRM has it no more; its deals stay.
  is_removed boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, branch_id, external_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
select frontdesk.protect('deal_pipelines');

-- A stage of a pipeline, in which deals are.
create table deal_stages (
  tenant_id uuid not null,
  id uuid not null,
  pipeline_id uuid not null,
  -- Unique within its pipeline alone: amoCRM has the same won and lost stages in all.
  external_id text not null,
  title text not null,
  kind text not null check (kind in ('open', 'won', 'lost')),
  position int not null default 0,
  is_removed boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, pipeline_id, external_id),
  foreign key (tenant_id, pipeline_id) references deal_pipelines (tenant_id, id)
);
select frontdesk.protect('deal_stages');

-- A deal of a CRM.
create table deals (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  title text not null,
  stage_id uuid not null,
  -- Grows with each change of the stage: messages about an earlier one are out of date.
  stage_version int not null default 1,
  price_minor bigint not null default 0,
  responsible_id text,
  responsible_name text,
  -- The contact of its main person; null: it has none, or the person was not read yet.
  contact_id uuid,
  tags text[] not null default '{}',
  -- Values of the deal's own fields, as text, by the name of the field.
  fields jsonb not null default '{}',
  created_at timestamptz not null,
  closed_at timestamptz,
  is_deleted boolean not null default false,
  source_changed_at timestamptz not null,
  read_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, branch_id, external_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  foreign key (tenant_id, stage_id) references deal_stages (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index deals_by_time on deals (tenant_id, created_at desc, id desc);
create index deals_by_contact on deals (tenant_id, contact_id, created_at desc, id desc);
create index deals_by_branch on deals (tenant_id, branch_id, created_at desc, id desc);
select frontdesk.protect('deals');

-- A person of a deal, by the id in the CRM; the main one has place 0. `contact_links` has their contacts.
create table deal_people (
  tenant_id uuid not null,
  deal_id uuid not null,
  place int not null,
  branch_id uuid not null,
  external_id text not null,
  primary key (tenant_id, deal_id, place),
  foreign key (tenant_id, deal_id) references deals (tenant_id, id)
);
create index deal_people_by_person on deal_people (tenant_id, branch_id, external_id);
select frontdesk.protect('deal_people');

-- A task about a deal. It may be read before its deal, so it names the deal by the CRM's id.
create table deal_tasks (
  tenant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  external_id text not null,
  deal_external_id text not null,
  text text not null,
  due_at timestamptz not null,
  -- Grows each time the task is put off.
  due_version int not null default 1,
  is_done boolean not null default false,
  is_deleted boolean not null default false,
  responsible_name text,
  -- Grows with every change that emits an event.
  revision int not null default 1,
  source_changed_at timestamptz not null,
  read_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, branch_id, external_id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
create index deal_tasks_open on deal_tasks (tenant_id, due_at, id) where not is_done and not is_deleted;
create index deal_tasks_of_deal on deal_tasks (tenant_id, branch_id, deal_external_id);
select frontdesk.protect('deal_tasks');

-- A connection of a CRM whose owner does not want messages written there as notes.
create table unwanted_notes (
  tenant_id uuid not null,
  connection_id uuid not null,
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('unwanted_notes');
