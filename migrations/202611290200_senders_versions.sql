-- Each save of a sender with settings, so that the version a message was made from stays readable.
create table sender_versions (
  tenant_id uuid not null,
  sender_id uuid not null,
  version int not null,
  title text not null,
  settings jsonb not null,
  saved_at timestamptz not null,
  member_id uuid,
  primary key (tenant_id, sender_id, version),
  foreign key (tenant_id, sender_id) references senders (tenant_id, id)
);

-- NOTE: the owner passes the guards of rows only where they are not forced.
alter table flow_versions no force row level security;
alter table mailing_versions no force row level security;
insert into sender_versions (tenant_id, sender_id, version, title, settings, saved_at, member_id)
select tenant_id, flow_id, version, title, settings, saved_at, member_id from flow_versions
union all
select tenant_id, mailing_id, version, title, settings, saved_at, member_id from mailing_versions;

drop table flow_versions;
drop table mailing_versions;
select frontdesk.protect('sender_versions');
