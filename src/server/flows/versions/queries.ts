import { sql } from 'kysely';
import type { FlowId } from '#contract/flows/calls.ts';
import { STOPS } from '#server/flows/planning/reconciling-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/**
 * Counts contacts with planned messages of a flow by flow version; newest first.
 * @param heldBack of a stopped flow: contacts count whose messages would be planned if it were not stopped
 */
export async function countPeopleWaiting(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  heldBack: { isTest: boolean; dueAfter: Temporal.Instant } | null,
): Promise<{ version: number; people: number }[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['sender_version as version', sql<number>`count(distinct contact_id)::int8`.as('people')])
    .where('tenant_id', '=', tenantId)
    .where('sender_id', '=', flowId)
    .$if(heldBack === null, (query) => query.where('phase', '=', 'waiting'))
    .$if(heldBack !== null, (query) =>
      query
        .where('phase', '=', 'ended')
        .where('status', '=', 'cancelled')
        .where('reason', 'in', STOPS)
        .where('due_at', '>', heldBack?.dueAfter ?? null)
        .where('is_test', '=', heldBack?.isTest ?? false),
    )
    .where('sender_version', 'is not', null)
    .groupBy('sender_version')
    .orderBy('sender_version', 'desc')
    .execute();
  return rows.map(({ version, people }) => ({ version: version ?? 0, people }));
}
