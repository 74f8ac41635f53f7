alter table flows
  -- What keeps it in error, in a word of ours; `error_reason` has the provider's own words, or what the word is about.
  add column error_code text,
  -- What it was before its tariff ended: it comes back as that. Null: a person lets it go on.
  add column status_before text;

set local role frontdesk_system;
update flows set error_code = 'content_rejected' where status = 'error';
reset role;
