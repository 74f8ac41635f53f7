-- The tenant of the transaction. Null outside one, and nothing equals null: a query without a tenant finds no row.
create or replace function frontdesk.tenant_id() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;
