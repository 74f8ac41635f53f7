import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { beginForming, endCounting, startCounting } from '#server/audiences/rfm/dashboard-actions.ts';
import { findRfm, listRfm, listTenantsWithRfm, updateRfmCounting } from '#server/audiences/rfm/dashboard-queries.ts';
import { listToCount } from '#server/audiences/rfm/member-queries.ts';
import { placeClients } from '#server/audiences/rfm/placing-actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Scoped, withSystem, withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';

// NOTE: a process: it goes through batches, one transaction each.

/** Contacts placed by one transaction. */
const BATCH_SIZE = 1_000;

/** Puts every client of a dashboard into a group, after the last one that was. Safe to repeat and to run twice at once. */
export async function countRfm(
  ctx: Context,
  { tenantId, dashboardId }: { tenantId: TenantId; dashboardId: RfmDashboardId },
  signal: AbortSignal,
): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) isMore = await withTenant(ctx, tenantId, (scope) => countSome(scope, dashboardId));
}

async function countSome(scope: Scoped<Context>, id: RfmDashboardId): Promise<boolean> {
  const stored = await findRfm(scope, id, { isLocked: true });
  if (!stored || stored.countingReason === null) return false;
  const isFirst = stored.formedAt === null && stored.countedTo === null;
  const dashboard = isFirst ? await beginForming(scope, stored) : stored;
  if (!dashboard) return false;
  const contactIds = await listToCount(scope, dashboard, BATCH_SIZE);
  await placeClients(scope, dashboard, contactIds);
  const last = contactIds.at(-1);
  if (contactIds.length < BATCH_SIZE || last === undefined) {
    await endCounting(scope, dashboard);
    return false;
  }
  await updateRfmCounting(scope, id, { countedTo: last, counted: dashboard.counted + contactIds.length });
  await announce(scope, 'insights');
  return true;
}

/** Counts all dashboards again, since time has passed: each in a job of its own. Safe to repeat. */
export async function recountRfm(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx, listTenantsWithRfm)) {
    if (signal.aborted) return;
    await withTenant(ctx, tenantId, async (scope) => {
      for (const dashboard of await listRfm(scope, { isLocked: true })) await startCounting(scope, dashboard, 'time');
    });
  }
}
