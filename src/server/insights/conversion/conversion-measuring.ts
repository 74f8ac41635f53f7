import type { ContactId } from '#contract/contacts/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { markByMessages } from './conversion-marks.ts';
import { announce } from '#server/platform/events/realtime.ts';
import {
  listTenantsMarked,
  lockMeasuring,
  markAllContactsDirty,
  markContacts,
  measure,
  takeMarks,
} from './conversion-measuring-queries.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Contacts measured by one statement: few enough that its memory stays small. */
const BATCH_SIZE = 1_000;

/**
 * Measures contacts whose messages, visits or orders changed, each batch in its own transaction. Safe to repeat, to
 * run twice at once, and to stop half-way.
 */
export async function measureConversion(ctx: Context, signal: AbortSignal): Promise<void> {
  await markByMessages(ctx, signal);
  const now = ctx.clock.now();
  for (const tenantId of await withSystem(ctx, (scope) => listTenantsMarked(scope, now))) {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await withTenant(ctx, tenantId, (scope) => measureSome(scope, now));
  }
}

/** Marks contacts whose purchases or clicks changed; the next run measures them. */
export async function markForMeasuring(
  scope: TenantScope,
  { contactIds }: { contactIds: readonly ContactId[] },
): Promise<void> {
  await markContacts(scope, contactIds);
}

/** Marks every contact for the next run. No fact or sum is deleted: new measurements replace the old ones. */
export async function remeasure(scope: TenantScope): Promise<void> {
  await markAllContactsDirty(scope);
}

async function measureSome(scope: TenantScope, now: Temporal.Instant): Promise<boolean> {
  if (!(await lockMeasuring(scope))) return false;
  const { isMore, ...marked } = await takeMarks(scope, now, BATCH_SIZE);
  if (marked.contactIds.length === 0) return false;
  await measure(scope, marked, now);
  if (!isMore) await announce(scope, 'insights');
  return isMore;
}
