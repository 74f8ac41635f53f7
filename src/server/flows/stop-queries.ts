import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/db.ts';

/** Messages of flows that wait to be sent and are about visits of these branches. */
export async function countPlannedOfBranches(
  { tx, tenantId }: TenantScope,
  branchIds: readonly string[],
): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .innerJoin('visits', (join) =>
      join.onRef('visits.tenant_id', '=', 'messages.tenant_id').onRef('visits.id', '=', 'messages.visit_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('messages.tenant_id', '=', tenantId)
    .where('messages.status', '=', 'planned')
    .where('messages.origin', '=', 'flow')
    .where('visits.branch_id', '=', sql<string>`any (${[...branchIds]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}
