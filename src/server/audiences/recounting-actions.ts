import type { SegmentId } from '#contract/audiences/segments.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { recount } from './segment-actions.ts';
import { listSegmentIds, listTenantsWithSegments } from './segment-queries.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Counts every segment for its size of the day, one transaction each. Safe to repeat. */
export async function recountSegments(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx, listTenantsWithSegments)) {
    for (const id of await idsOf(ctx, tenantId)) {
      if (signal.aborted) return;
      await withTenant(ctx, tenantId, (scope) => recount(scope, id));
    }
  }
}

async function idsOf(ctx: Context, tenantId: TenantId): Promise<SegmentId[]> {
  const ids: SegmentId[] = [];
  for (;;) {
    const page = await withTenant(ctx, tenantId, (scope) => listSegmentIds(scope, ids.at(-1) ?? null));
    if (page.length === 0) return ids;
    ids.push(...page);
  }
}
