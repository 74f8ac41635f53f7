-- Days of the tenant's calendar on which a contact wrote something that needs an answer, with the first such message of the
-- day and the first answer to it.
create table conversation_days (
  tenant_id uuid not null,
  conversation_id uuid not null,
  day date not null,
  inquired_at timestamptz not null,
  -- By a person or a bot; null: not yet.
  answered_at timestamptz check (answered_at >= inquired_at),
  primary key (tenant_id, conversation_id, day),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id)
);
create index conversation_days_by_day on conversation_days (tenant_id, day, inquired_at, conversation_id) include (answered_at);
select frontdesk.protect('conversation_days');

-- NOTE: a message that needs no answer is handled in the moment it is received.
insert into conversation_days (tenant_id, conversation_id, day, inquired_at, answered_at)
  select inquiry.tenant_id, inquiry.conversation_id, inquiry.day, inquiry.at,
    (select min(s.at) from searched_texts s
     where s.tenant_id = inquiry.tenant_id and s.conversation_id = inquiry.conversation_id and s.direction in ('out', 'own')
       and s.at >= inquiry.at)
  from (
    select i.tenant_id, i.conversation_id, (i.received_at at time zone t.time_zone)::date as day, min(i.received_at) as at
    from inbound_messages i join tenants t on t.id = i.tenant_id
    where i.handled_at is distinct from i.received_at
    group by 1, 2, 3
  ) inquiry;
