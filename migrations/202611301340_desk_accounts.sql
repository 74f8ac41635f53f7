-- A connection may have several accounts: each inbox and each shown channel belongs to one of them.
alter table desk_inboxes add column branch_id uuid;
alter table desk_channels add column branch_id uuid;
update desk_inboxes i set branch_id =
  (select b.id from branches b where b.tenant_id = i.tenant_id and b.connection_id = i.connection_id order by b.id limit 1);
update desk_channels c set branch_id =
  (select b.id from branches b where b.tenant_id = c.tenant_id and b.connection_id = c.connection_id order by b.id limit 1);
alter table desk_inboxes alter column branch_id set not null;
alter table desk_channels alter column branch_id set not null;
alter table desk_inboxes add foreign key (tenant_id, branch_id) references branches (tenant_id, id);
alter table desk_channels add foreign key (tenant_id, branch_id) references branches (tenant_id, id);
create index desk_inboxes_by_branch on desk_inboxes (tenant_id, branch_id);
create index desk_channels_by_branch on desk_channels (tenant_id, branch_id);

-- The inbox of a talk: a channel that moved to another account has its next talk there. Null: a talk of before.
alter table desk_talks add column inbox_id text;

-- Talks are numbered within an account: their ids begin with it from here on.
create function pg_temp.account_of(tenant uuid, connection uuid) returns text language sql as $$
  select (regexp_match(b.external_id, '[^/]*$'))[1] from branches b
  where b.tenant_id = tenant and b.connection_id = connection order by b.id limit 1
$$;
update desk_talks set external_id = pg_temp.account_of(tenant_id, connection_id) || ':' || external_id
where external_id !~ ':' and pg_temp.account_of(tenant_id, connection_id) is not null;
update desk_reads set talk_id = pg_temp.account_of(tenant_id, connection_id) || ':' || talk_id
where talk_id !~ ':' and pg_temp.account_of(tenant_id, connection_id) is not null;
update desk_messages set talk_id = pg_temp.account_of(tenant_id, connection_id) || ':' || talk_id
where talk_id !~ ':' and pg_temp.account_of(tenant_id, connection_id) is not null;
update desk_answers set talk_id = pg_temp.account_of(tenant_id, connection_id) || ':' || talk_id
where talk_id !~ ':' and pg_temp.account_of(tenant_id, connection_id) is not null;
drop function pg_temp.account_of(uuid, uuid);
