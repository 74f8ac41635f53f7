import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { noteVisitSums } from '#server/contacts/book/actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { visitSumsChanged } from '#server/visits/jobs.ts';
import { listStarted, listTenantsWithBranches, listVisitSums, saveMark } from './sum-queries.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Recounts the sums of contacts whose visits changed. */
export async function recountVisitSums(
  scope: TenantScope & Pick<ActionScope, 'clock' | 'subscriptions'>,
  contactIds: readonly ContactId[],
): Promise<void> {
  const ids = [...new Set(contactIds)];
  if (ids.length === 0) return;
  await noteVisitSums(scope, await listVisitSums(scope, ids, scope.clock.now()));
  await publish(scope, visitSumsChanged, { contactIds: ids });
}

/** A visit recorded at this very moment by another transaction is not visible yet: its start is counted later. */
const MARGIN_HOURS = 1;

/** Recounts the sums of contacts whose visits have begun, in batches, one transaction each. Safe to repeat. */
export async function countStarted(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx, listTenantsWithBranches)) {
    while (!signal.aborted && (await countBatch(ctx, tenantId)));
  }
}

/** @returns whether there is more to count */
async function countBatch(ctx: Context, tenantId: TenantId): Promise<boolean> {
  return withTenant(ctx, tenantId, async (scope) => {
    const before = scope.clock.now().subtract({ hours: MARGIN_HOURS });
    const { contactIds, until } = await listStarted(scope, before);
    await recountVisitSums(scope, contactIds);
    await saveMark(scope, until ?? before);
    return until !== null;
  });
}
