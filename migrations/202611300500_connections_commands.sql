-- Writes to outside systems: each is carried out once, or its failure is shown.
create table connection_commands (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  -- A kind that a room declares, e.g. amo.add_note.
  kind text not null,
  -- Names the write: asking for it again has no effect.
  key text not null,
  -- By the kind's schema.
  payload jsonb not null,
  -- waiting · running · done · refused (never) · unknown (sent, and no answer came)
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused', 'unknown')),
  attempts int not null default 0,
  -- When it is carried out, or its unknown outcome is looked up; null: no more.
  due_at timestamptz,
  -- A run that takes longer has died, and its outcome is unknown.
  lease_until timestamptz,
  -- What the system answered: ids of ours that it made.
  answer jsonb,
  -- Code and words of the last failure.
  trouble text,
  text text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, kind, key),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
create index connection_commands_due on connection_commands (due_at) where due_at is not null;
create index connection_commands_of_connection on connection_commands (tenant_id, connection_id, created_at desc, id desc);
create index connection_commands_failed on connection_commands (tenant_id, connection_id) where state in ('refused', 'unknown');
create index connection_commands_finished on connection_commands (finished_at) where finished_at is not null;
select frontdesk.protect('connection_commands');

-- Tokens of accounts that a system renews by a refresh token, which is valid once.
create table connection_tokens (
  tenant_id uuid not null references tenants (id),
  -- Named by the credentials of the connection.
  id uuid not null,
  -- Sealed: access and refresh token.
  box bytea not null,
  expires_at timestamptz not null,
  refreshed_at timestamptz not null,
  -- Rises with each renewal.
  version int not null default 1,
  -- A process renews them until then; by the machine's clock.
  renewing_until timestamptz,
  -- Renewals whose answer was lost: the refresh token may be used up.
  lost_answers int not null default 0,
  -- The system refused the refresh token: the account must be connected again.
  is_refused boolean not null default false,
  primary key (tenant_id, id)
);
select frontdesk.protect('connection_tokens');
