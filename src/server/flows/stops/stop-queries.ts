import { sql } from 'kysely';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Counts planned messages of flows about visits, orders or carts of these branches. */
export async function countPlannedOfBranches(
  { tx, tenantId }: TenantScope,
  branchIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    left join visits on visits.tenant_id = messages.tenant_id and visits.id = messages.visit_id
    left join orders on messages.subject_kind = 'order'
      and orders.tenant_id = messages.tenant_id and orders.id = messages.subject_id
    left join carts on messages.subject_kind = 'cart'
      and carts.tenant_id = messages.tenant_id and carts.id = messages.subject_id
    where messages.tenant_id = ${tenantId} and messages.status = 'planned' and messages.priority > ${PRIORITY.answer}
      and coalesce(visits.branch_id, orders.branch_id, carts.branch_id) = any (${[...branchIds]}::uuid[])`.execute(tx);
  return rows[0]?.count ?? 0;
}
