-- A member who was removed signs in no more; what they wrote keeps their name.
alter table members add column removed_at timestamptz;

-- An invitation to become a member. Its link carries a code that is derived from the id and stored nowhere.
create table member_invitations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- In lower case.
  email text not null,
  role text not null check (role in ('owner', 'staff')),
  -- Language of the mail, and of the cabinet for the new member.
  language text not null,
  invited_by uuid not null,
  created_at timestamptz not null,
  -- When the latest mail was asked for.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was accepted or withdrawn.
  ended_at timestamptz,
  -- The member who accepted it.
  member_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, invited_by) references members (tenant_id, id)
);
create unique index member_invitations_open on member_invitations (tenant_id, email) where ended_at is null;
create index member_invitations_by_expiry on member_invitations (expires_at);
select frontdesk.protect('member_invitations');
