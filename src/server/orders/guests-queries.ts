import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/**
 * Lists phones of a branch's contacts whose loyalty cards are due, the latest orders first.
 *
 * @param orderedSince only contacts who ordered since then
 * @param askedBefore leaves out contacts whose card was requested since then
 */
export async function listPhonesDue(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  {
    orderedSince,
    requestedBefore,
    limit,
  }: { orderedSince: Temporal.Instant; requestedBefore: Temporal.Instant; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select contacts.phone
    from orders join contacts on contacts.tenant_id = orders.tenant_id and contacts.id = orders.contact_id
    where orders.tenant_id = ${tenantId} and orders.branch_id = ${branchId} and orders.placed_at >= ${orderedSince}
      and contacts.phone is not null
      and not exists (select from order_guests asked where asked.tenant_id = ${tenantId} and asked.branch_id = ${branchId}
        and asked.phone = contacts.phone and asked.asked_at >= ${requestedBefore})
    group by contacts.phone order by max(orders.placed_at) desc limit ${limit}`.execute(tx);
  return rows.map(({ phone }) => phone);
}

export async function recordRequested(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  phone: string,
  requestedAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('order_guests')
    .values({ tenant_id: tenantId, branch_id: branchId, phone, asked_at: requestedAt })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'branch_id', 'phone']).doUpdateSet({ asked_at: requestedAt }),
    )
    .execute();
}
