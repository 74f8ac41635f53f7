-- What was said last in a conversation, by whichever side: the list shows it without looking at messages.
alter table conversations add column last_text text not null default '';
