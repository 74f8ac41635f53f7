-- What is in doubt is found by its phase: it is never much.
drop index messages_in_doubt;
