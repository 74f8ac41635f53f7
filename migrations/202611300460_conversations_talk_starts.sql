-- The words of a conversation before a moment are found without reading the others: a pause ends a talk.
drop index searched_texts_by_thread;
create index searched_texts_by_thread on searched_texts (tenant_id, conversation_id, at);
