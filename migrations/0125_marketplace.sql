-- Connections made in a vendor's marketplace: our system user reads the branches, no secret of the owner's is kept.
alter table connections
  -- The application it came through; null where the owner's own login opens the branches.
  add column application_id text;

alter table branches
  -- Since when the vendor holds the application back because its paid period is over.
  add column frozen_at timestamptz;

-- One press of Connect in a marketplace.
create table marketplace_installs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  application_id text not null,
  started_by uuid not null,
  started_at timestamptz not null,
  -- The vendor gives an hour.
  gives_up_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index marketplace_installs_by_time on marketplace_installs (tenant_id, kind, started_at desc);
select frontdesk.protect('marketplace_installs');

-- Its branches: each is activated on its own.
create table marketplace_install_branches (
  tenant_id uuid not null,
  id uuid not null,
  install_id uuid not null,
  external_id text not null,
  title text,
  state text not null default 'waiting' check (state in ('waiting', 'active', 'refused', 'late')),
  -- A code of the contract.
  reason text,
  -- The vendor's own words.
  reason_text text,
  tries int not null default 0,
  -- The vendor said that the owner's consent waits for us: from then on "active" is our own doing.
  consent_seen_at timestamptz,
  -- The vendor has our activation; what is left is to read the branch.
  activated_at timestamptz,
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, install_id, external_id),
  foreign key (tenant_id, install_id) references marketplace_installs (tenant_id, id) on delete cascade
);
select frontdesk.protect('marketplace_install_branches');
