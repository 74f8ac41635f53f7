-- When the author last changed the text, by the messenger's clock.
alter table inbound_messages add column edited_at timestamptz;
alter table own_messages add column edited_at timestamptz;
