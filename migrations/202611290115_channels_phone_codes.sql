-- Pairing by a code that is entered on the phone: for which phone it was requested, when, and the code once it is there.
alter table channel_sessions
  add column code_phone text,
  add column code_requested_at timestamptz,
  add column phone_code text;
