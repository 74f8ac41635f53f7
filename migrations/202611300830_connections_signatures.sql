-- Secrets by which a system signs its payloads; each object that posts has one of its own.
create table connection_signing_secrets (
  tenant_id uuid not null,
  connection_id uuid not null,
  -- What posts, as the provider names it, e.g. webhook:1; pasted: entered by a person.
  object text not null,
  -- Sealed; null: it posts without a signature.
  box bytea,
  primary key (tenant_id, connection_id, object),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id)
);
select frontdesk.protect('connection_signing_secrets');

-- Whether signatures are verified; else the secret in the path is the only proof.
alter table connections add column verifies_signatures boolean not null default true;
-- Payloads whose signature did not match, since the secrets were last entered.
alter table connections add column signature_failures int not null default 0;
alter table connections add column signature_failed_at timestamptz;
