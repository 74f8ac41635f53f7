-- Secret values of headers of the calls that assistants make to systems of the owner.
create table assistant_rest_secrets (
  tenant_id uuid not null,
  assistant_id uuid not null,
  -- RestCall of the contract, in the settings of the assistant.
  call_id text not null,
  -- In small letters.
  header text not null,
  -- The only origin it is sent to.
  origin text not null,
  -- Sealed with the tenant's id.
  value bytea not null,
  set_at timestamptz not null,
  primary key (tenant_id, assistant_id, call_id, header),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id) on delete cascade
);
select frontdesk.protect('assistant_rest_secrets');

-- Calls that change something in a system of the owner. The row is written before the call is sent, so that a repeated
-- turn does not send it again.
create table assistant_rest_writes (
  tenant_id uuid not null,
  -- Of the turn, the call and its values.
  key text not null,
  assistant_id uuid not null,
  -- What the model was answered; null: the process ended before the answer came.
  result jsonb,
  at timestamptz not null,
  primary key (tenant_id, key),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id) on delete cascade
);
create index assistant_rest_writes_by_assistant on assistant_rest_writes (tenant_id, assistant_id);
create index assistant_rest_writes_by_time on assistant_rest_writes (at);
select frontdesk.protect('assistant_rest_writes');
