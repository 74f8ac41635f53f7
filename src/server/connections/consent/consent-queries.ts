import type { ConsentKind } from '#contract/connections/consent.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A member who is on the consent page of a system. */
type Consent = { id: string; kind: ConsentKind; memberId: MemberId };

/** Stores a consent, and deletes those that are over. */
export async function insertConsent(
  { tx, tenantId }: TenantScope,
  { id, kind, memberId }: Consent,
  { now, storedSince }: { now: Temporal.Instant; storedSince: Temporal.Instant },
): Promise<void> {
  await tx
    .deleteFrom('connection_consents')
    .where('tenant_id', '=', tenantId)
    .where('started_at', '<', storedSince)
    .execute();
  await tx
    .insertInto('connection_consents')
    .values({ tenant_id: tenantId, id, kind, member_id: memberId, started_at: now })
    .execute();
}

/** Uses a consent up. @returns false when it is unknown, another member's, over, or used already */
export async function consumeConsent(
  { tx, tenantId }: TenantScope,
  { id, kind, memberId }: Consent,
  { now, startedAfter }: { now: Temporal.Instant; startedAfter: Temporal.Instant },
): Promise<boolean> {
  const used = await tx
    .updateTable('connection_consents')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .where('started_at', '>=', startedAfter)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}
