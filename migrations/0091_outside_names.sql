-- What one cabinet at a time may have of the outside: a number or a bot by the digest of its secret, a branch of a
-- booking system by its id. The provider posts to one address, so a second cabinet would silently take it from the first.
-- Like `sign_in_names`, its key cannot begin with the tenant.
create table outside_names (
  -- A kind of channel or connection.
  kind text not null,
  name text not null,
  tenant_id uuid not null references tenants (id),
  -- The channel or connection that has it; what is removed has none.
  source_id uuid not null,
  primary key (kind, name)
);
create index outside_names_by_source on outside_names (tenant_id, source_id);
select frontdesk.protect('outside_names');

-- Branches that are connected already: whoever began first keeps them.
insert into outside_names (kind, name, tenant_id, source_id)
select c.kind, b.external_id, c.tenant_id, c.id
from branches b join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
where b.removed_at is null and c.removed_at is null
order by c.created_at, c.id
on conflict do nothing;
