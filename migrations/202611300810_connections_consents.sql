-- Owners on the consent page of a system: what they come back with is accepted once, from the member who left.
create table connection_consents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  member_id uuid not null,
  started_at timestamptz not null,
  -- When they came back.
  used_at timestamptz,
  primary key (tenant_id, id)
);
create index connection_consents_started on connection_consents (tenant_id, started_at);
select frontdesk.protect('connection_consents');

create index connection_tokens_due on connection_tokens (expires_at) where not is_refused;
