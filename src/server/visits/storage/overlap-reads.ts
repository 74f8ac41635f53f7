import type { BranchId } from '#contract/connections/calls.ts';
import { type MasterId, VisitId } from '#contract/visits/calls.ts';
import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A span of a master's time. `from` is included, `until` is not. */
export type MasterTime = {
  branchId: BranchId;
  masterId: MasterId;
  from: Temporal.Instant;
  until: Temporal.Instant;
};

/** No visit is longer. */
const LONGEST_HOURS = 24;

/** Returns a visit that takes the master's time, as far as the booking system has reported it; null when it is free. */
export async function findVisitWithin(
  { tx, tenantId }: TenantScope,
  { branchId, masterId, from, until }: MasterTime,
): Promise<VisitId | null> {
  const { rows } = await sql<{ id: string }>`
    select id from visits
    where tenant_id = ${tenantId} and branch_id = ${branchId} and master_id = ${masterId}
      and starts_at > ${from.subtract({ hours: LONGEST_HOURS })} and starts_at < ${until}
      and starts_at + duration_minutes * interval '1 minute' > ${from}
      and status in ('waiting', 'confirmed', 'arrived', 'unknown')
    order by starts_at limit 1`.execute(tx);
  return rows[0] ? VisitId.parse(rows[0].id) : null;
}
