import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '#contract/tenants/ids.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import { type Database, withTenant } from '#server/platform/database/db.ts';

/** Changes messages as a provider's report would, and keeps the counters as delivery's statements do. */
export async function changeMessages(
  db: Database,
  tenantId: TenantId,
  { set, where }: { set: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<void> {
  await withTenant({ db }, tenantId, ({ tx }) =>
    sql`
      with changed as (update messages m set ${FORMER}, ${set} where tenant_id = ${tenantId} and ${where} returning ${CHANGE}),
      ${countingChanges(tenantId)}
      select from changed`.execute(tx),
  );
}
