-- A wish of a member for the product. A new one is shown to its cabinet and the operator alone.
create table ideas (
  id uuid primary key,
  brand text not null,
  language text not null,
  title text not null,
  body text not null,
  state text not null default 'new' check (state in ('new', 'open', 'planned', 'in_progress', 'done', 'declined')),
  answer text,
  votes_count integer not null default 0,
  created_at timestamptz not null,
  answered_at timestamptz
);
create index ideas_by_votes on ideas (brand, votes_count desc, id desc);
create index ideas_by_time on ideas (created_at desc, id desc);
grant select, insert, update on ideas to frontdesk_system;
grant select, insert, update on ideas to frontdesk_app;

-- The cabinet and the member who wrote an idea.
create table idea_authors (
  tenant_id uuid not null references tenants (id),
  -- No foreign key: ideas are of no tenant.
  idea_id uuid not null,
  member_id uuid not null,
  primary key (tenant_id, idea_id)
);
select frontdesk.protect('idea_authors');
create index idea_authors_by_idea on idea_authors (idea_id);

-- The vote of a member for an idea.
create table idea_votes (
  tenant_id uuid not null references tenants (id),
  member_id uuid not null,
  -- No foreign key: ideas are of no tenant.
  idea_id uuid not null,
  voted_at timestamptz not null,
  primary key (tenant_id, member_id, idea_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
select frontdesk.protect('idea_votes');
