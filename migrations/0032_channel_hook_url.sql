-- Where the provider was told to post to; a deployment that moved tells it again.
alter table channels add column hook_url text;
