-- A call of a model: what it was for, what it cost and how it ended. Written once, after its end.
create table model_calls (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  purpose text not null,
  -- What the call was about, e.g. a turn; several calls may share it.
  subject_key text not null,
  provider text not null,
  model text not null,
  input_tokens int not null,
  output_tokens int not null,
  -- A part of the input tokens.
  cached_tokens int not null,
  -- The provider stated no usage: tokens are estimated from the lengths of texts.
  is_estimated boolean not null,
  -- Millionths of a US dollar.
  cost_micro_usd bigint not null,
  duration_ms int not null,
  outcome text not null,
  -- The reservation that it is booked with; null: the operator pays.
  reservation_id uuid,
  called_at timestamptz not null,
  primary key (tenant_id, id)
);
create index model_calls_by_time on model_calls (tenant_id, called_at);
create index model_calls_by_reservation on model_calls (tenant_id, reservation_id) where reservation_id is not null;
select frontdesk.protect('model_calls');

-- A model of a provider that failed lately, for all tenants and processes. Times are the database's.
create table model_breakers (
  provider text not null,
  model text not null,
  -- In a row.
  failures int not null,
  failed_at timestamptz not null,
  -- Until then it is not called; after it, by one call at a time. Null: it is called as usual.
  opened_until timestamptz,
  primary key (provider, model)
);
grant select, insert, update, delete on model_breakers to frontdesk_app, frontdesk_system;
