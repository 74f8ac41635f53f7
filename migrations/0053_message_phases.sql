-- Where a message is on its way, as far as anybody looks for it by that. What has left changes its status three times more
-- (sent, delivered, read); its phase stays, and so no index has to hear of those changes.
alter table messages add column phase text not null generated always as (
  case
    when status = 'planned' then 'waiting'
    when status in ('sending', 'unknown') then 'doubtful'
    when status in ('accepted', 'sent', 'delivered', 'read') then 'left'
    else 'ended'
  end) stored;

drop index messages_due;
create index messages_due on messages (tenant_id, channel_id, priority, due_at, id) where phase = 'waiting';
drop index messages_in_doubt;
create index messages_in_doubt on messages (tenant_id, channel_id, claimed_at) where phase = 'doubtful';
-- What left is found by time: it is nearly all there is.
drop index messages_by_status;
create index messages_by_phase on messages (tenant_id, phase, status, due_at desc, id desc) where phase <> 'left';
-- A visit's messages are a flow's; the key that makes them unique finds them too.
drop index messages_by_visit;
drop index messages_once_per_step;
create unique index messages_once_per_step on messages (tenant_id, visit_id, flow_id, step, occurrence, test_phone)
  where origin = 'flow';
create index messages_by_visit on messages (tenant_id, visit_id) where visit_id is not null and origin <> 'flow';
