import { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Counts writes that were refused, or whose outcome is unknown; connections without one are left out. */
export async function countFailedCommands(
  { tx, tenantId }: TenantScope,
  connectionIds: readonly ConnectionId[],
): Promise<Map<ConnectionId, number>> {
  if (connectionIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('connection_commands')
    .select(['connection_id', (eb) => eb.fn.countAll<string>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('connection_id', 'in', connectionIds)
    .where('state', 'in', ['refused', 'unknown'])
    .groupBy('connection_id')
    .execute();
  return new Map(rows.map((row) => [ConnectionId.parse(row.connection_id), Number(row.count)]));
}
