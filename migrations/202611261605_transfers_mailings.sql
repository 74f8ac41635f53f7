-- Transfers of mailings: a transfer holds flows or mailings.
alter table flow_transfers
  add column sender_kind text not null default 'flow' check (sender_kind in ('flow', 'mailing')),
  -- The mailings with their versions at the time of the request.
  add column mailings jsonb not null default '[]';

alter table flow_offers
  add column sender_kind text not null default 'flow' check (sender_kind in ('flow', 'mailing')),
  -- The mailings at the time of the offer, without anything private to the sender; empty once answered.
  add column mailings jsonb not null default '[]',
  -- Mailings created on acceptance.
  add column mailing_ids uuid[] not null default '{}';
