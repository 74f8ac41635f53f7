import { sql } from 'kysely';
import { type Target, TargetMetric } from '#contract/insights/dashboard.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The branch of a target of the whole business. */
const ALL_BRANCHES = '00000000-0000-0000-0000-000000000000';

/** Lists the targets that hold in a month. */
export async function listTargetsOf(
  { tx, tenantId }: TenantScope,
  { month, branchId }: { month: Temporal.PlainDate; branchId: string | null },
): Promise<Target[]> {
  const { rows } = await sql<{ metric: string; value: number | null }>`
    select distinct on (metric) metric, value from targets
    where tenant_id = ${tenantId} and branch_id = ${branchId ?? ALL_BRANCHES} and since <= ${month.toString()}::date
    order by metric, since desc`.execute(tx);
  const held = new Map(rows.map(({ metric, value }) => [metric, value]));
  return TargetMetric.options.flatMap((metric) => {
    const value = held.get(metric) ?? null;
    return value === null ? [] : [{ metric, value }];
  });
}

/** Sets or removes a target from a month on. */
export async function saveTarget(
  { tx, tenantId }: TenantScope,
  {
    metric,
    branchId,
    since,
    value,
  }: {
    metric: TargetMetric;
    branchId: string | null;
    since: Temporal.PlainDate;
    value: number | null;
  },
): Promise<void> {
  const row = { metric, branch_id: branchId ?? ALL_BRANCHES, since: since.toString(), value };
  await tx
    .insertInto('targets')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'metric', 'branch_id', 'since']).doUpdateSet({ value }))
    .execute();
}
