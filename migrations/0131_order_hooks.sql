-- What reading a system of orders needs beside what booking systems need.
alter table connections
  -- Digest of what the vendor must send in the Authorization header of its posts; null where it sends nothing.
  add column hook_token_hash bytea;

alter table branches
  -- foreign: somebody else's address is entered, and there is room for one; its host is in hooks_reason
  drop constraint branches_hooks_state_check,
  add constraint branches_hooks_state_check check (hooks_state in ('none', 'set', 'manual', 'foreign')),
  -- The owner said that our address may take the place of another. Holds once.
  add column takes_hooks boolean not null default false,
  -- The vendor's number of the last change that was read; null where it does not count them.
  add column read_revision bigint,
  -- Whether customers' birthdays and wishes can be asked for; null: not known, or not asked of such branches.
  add column has_loyalty boolean;

-- Tokens of iiko, which are good for an hour and may be asked for about once a minute: all processes use one.
create table iiko_tokens (
  tenant_id uuid not null references tenants (id),
  -- Digest of the login it was given for.
  login_hash bytea not null,
  token bytea not null,
  asked_at timestamptz not null,
  primary key (tenant_id, login_hash)
);
select frontdesk.protect('iiko_tokens');
