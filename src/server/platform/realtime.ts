import { sql } from 'kysely';
import type { TenantScope } from './db.ts';

/** The NOTIFY channel of changes; payload `tenantId:changeId:room`. */
export const CHANGES_CHANNEL = 'frontdesk_changes';

/**
 * Tells every open cabinet of the tenant that something in a room changed; they fetch it again.
 * Leaves with the transaction: what is rolled back was never said.
 *
 * @param room name of the web room whose queries are stale, e.g. `flows`
 */
export async function announce({ tx, tenantId }: TenantScope, room: string): Promise<void> {
  const { id } = await tx
    .insertInto('changes')
    .values({ tenant_id: tenantId, room })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${`${tenantId}:${id}:${room}`})`.execute(tx);
}
