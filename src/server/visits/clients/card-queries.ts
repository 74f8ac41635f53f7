import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

type MovedCard = { branchId: BranchId; externalId: string; from: ContactId; to: ContactId };

/**
 * Moves the visits booked under a card to the contact it belongs to now: in all branches of its connection, as API
 * clients
 * use the same customer ids in each.
 *
 * @param withUnknown includes visits of its branch whose card is not stored
 */
export async function moveVisits(
  { tx, tenantId }: TenantScope,
  { branchId, externalId, from, to }: MovedCard,
  { withUnknown, now }: { withUnknown: boolean; now: Temporal.Instant },
): Promise<{ count: number; lastHeldAt: Temporal.Instant | null }> {
  const { rows } = await sql<{ count: number; last_held_at: Temporal.Instant | null }>`
    with moved as (
      update visits v set contact_id = ${to}
      where v.tenant_id = ${tenantId} and v.contact_id = ${from} and v.branch_id in (
          select b.id from branches b join branches card on card.tenant_id = b.tenant_id and card.connection_id = b.connection_id
          where b.tenant_id = ${tenantId} and card.id = ${branchId})
        and (v.client_external_id = ${externalId}
          or ${withUnknown} and v.client_external_id is null and v.branch_id = ${branchId})
      returning v.starts_at, v.status
    )
    select count(*)::int as count,
      max(starts_at) filter (where status = 'arrived' or status in ('waiting', 'confirmed', 'unknown') and starts_at <= ${now}) as last_held_at
    from moved`.execute(tx);
  const [row] = rows;
  return { count: row?.count ?? 0, lastHeldAt: row?.last_held_at ?? null };
}
