-- Programs of a cabinet post to one connection; where there are two, to the older.
set local role frontdesk_system;
update connections as newer
set removed_at = now()
where kind = 'api'
  and removed_at is null
  and exists (
    select from connections as older
    where older.tenant_id = newer.tenant_id
      and older.kind = 'api'
      and older.removed_at is null
      and (older.created_at, older.id) < (newer.created_at, newer.id)
  );
reset role;
create unique index connections_one_api on connections (tenant_id) where kind = 'api' and removed_at is null;
