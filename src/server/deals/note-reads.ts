import { sql, type Expression, type SqlBool } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A condition that holds where a CRM is connected that messages are written to as notes. */
export const takesNotes = ({ tenantId }: TenantScope): Expression<SqlBool> => sql<SqlBool>`exists (
  select from deal_pipelines p
  join branches b on b.tenant_id = p.tenant_id and b.id = p.branch_id
  join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
  where p.tenant_id = ${tenantId} and b.is_active and b.removed_at is null and c.removed_at is null
    and not exists (select from unwanted_notes n where n.tenant_id = ${tenantId} and n.connection_id = c.id))`;

export async function hasNoteTaker(scope: TenantScope): Promise<boolean> {
  const { rows } = await sql<{ takes: boolean }>`select ${takesNotes(scope)} as takes`.execute(scope.tx);
  return rows[0]?.takes === true;
}
