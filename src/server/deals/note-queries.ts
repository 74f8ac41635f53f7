import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export async function areNotesUnwanted({ tx, tenantId }: TenantScope, id: ConnectionId): Promise<boolean> {
  const row = await tx
    .selectFrom('unwanted_notes')
    .select('connection_id')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setNotesUnwanted(
  { tx, tenantId }: TenantScope,
  id: ConnectionId,
  areUnwanted: boolean,
): Promise<void> {
  if (areUnwanted)
    await tx
      .insertInto('unwanted_notes')
      .values({ tenant_id: tenantId, connection_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await tx.deleteFrom('unwanted_notes').where('tenant_id', '=', tenantId).where('connection_id', '=', id).execute();
}
