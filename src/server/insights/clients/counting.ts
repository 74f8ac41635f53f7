import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import { countClientDaysJob } from '#server/insights/jobs.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import {
  countClientDays,
  listTenantsWithClientDayMarks,
  markClientDays,
  moveClientDays,
  takeClientDayMarks,
} from './client-day-queries.ts';

// NOTE: a process: it goes through batches, one transaction each.

/** Contacts counted by one statement: few enough that its memory stays small. */
const BATCH_SIZE = 1_000;

/** Marks contacts whose visits or orders changed, in the transaction of the change, and queues their counting. */
export async function markChangedDays(
  scope: TenantScope,
  { contactIds }: { contactIds: readonly ContactId[] },
): Promise<void> {
  if (contactIds.length === 0) return;
  await markClientDays(scope, contactIds);
  await enqueue(scope, countClientDaysJob, { tenantId: scope.tenantId });
}

/** Moves the days of the contact that goes, and marks the one that stays: it is counted again. */
export async function mergeClientDays(scope: TenantScope, merge: ContactMerge): Promise<void> {
  await moveClientDays(scope, merge);
  await markChangedDays(scope, { contactIds: [merge.to] });
}

/** Counts the days of marked contacts, each batch in its own transaction. Safe to repeat and to run twice at once. */
export async function countMarkedDays(
  ctx: Context,
  { tenantId }: { tenantId: TenantId },
  signal: AbortSignal,
): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) isMore = await withTenant(ctx, tenantId, (scope) => countSome(scope, ctx));
}

/** Counts what no job counted: marks of a migration, and of a job that was given up. */
export async function countLeftDays(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx, listTenantsWithClientDayMarks))
    await countMarkedDays(ctx, { tenantId }, signal);
}

async function countSome(scope: TenantScope, { clock }: Pick<Context, 'clock'>): Promise<boolean> {
  const { contactIds, isMore } = await takeClientDayMarks(scope, BATCH_SIZE);
  if (contactIds.length === 0) return false;
  await countClientDays(scope, contactIds, clock.now());
  if (!isMore) await announce(scope, 'insights');
  return isMore;
}
