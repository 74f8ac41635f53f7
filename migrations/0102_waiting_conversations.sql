-- Conversations that need a person are listed by their last message, like all others.
drop index conversations_waiting;
create index conversations_waiting on conversations (tenant_id, last_message_at desc, id desc)
  where needs_person_since is not null;
