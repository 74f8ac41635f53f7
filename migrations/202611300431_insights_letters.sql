-- What a member chose about the weekly letter, and the last one that was queued for them.
create table letter_members (
  tenant_id uuid not null references tenants (id),
  member_id uuid not null,
  -- Null: as usual for the role, on for owners and off for others.
  is_on boolean,
  -- Monday of the week that the last letter is about; null: none was queued.
  last_week date,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
select frontdesk.protect('letter_members');
