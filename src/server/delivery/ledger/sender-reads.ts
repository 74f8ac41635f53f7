import { SenderId } from '#contract/senders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists those of the given senders that the tenant has, including deleted ones. */
export async function listKnownSenders({ tx, tenantId }: TenantScope, ids: readonly SenderId[]): Promise<SenderId[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('senders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => SenderId.parse(id));
}
