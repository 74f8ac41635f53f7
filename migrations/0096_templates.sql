-- A WhatsApp template that is being written, before it is submitted: a new one, or a change of one the provider has.
create table template_drafts (
  tenant_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  -- As typed: it is checked when the draft is submitted.
  name text not null,
  language text not null,
  category text not null,
  -- By the contract's TemplateParts.
  parts jsonb not null,
  is_change boolean not null,
  -- The provider's words when it last refused the template.
  refusal text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index template_drafts_by_change on template_drafts (tenant_id, updated_at desc, id desc);
-- One change at a time of a template.
create unique index template_drafts_of_changes on template_drafts (tenant_id, channel_id, name, language) where is_change;
select frontdesk.protect('template_drafts');

-- A template that was deleted from here: its name is blocked at the provider for a while.
create table template_deletions (
  tenant_id uuid not null,
  channel_id uuid not null,
  name text not null,
  deleted_at timestamptz not null,
  primary key (tenant_id, channel_id, name),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
select frontdesk.protect('template_deletions');

-- A submitted change of an approved template; the provider allows few.
create table template_edits (
  tenant_id uuid not null,
  channel_id uuid not null,
  name text not null,
  language text not null,
  edited_at timestamptz not null,
  primary key (tenant_id, channel_id, name, language, edited_at),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
select frontdesk.protect('template_edits');
