import type { TenantId } from '#contract/tenants/ids.ts';
import { countContactFacts, listTenantsWithFactMarks, takeFactMarks } from '#server/audiences/facts/fact-queries.ts';
import { formRfm } from '#server/audiences/rfm/dashboard-actions.ts';
import { placeInAll } from '#server/audiences/rfm/placing-actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Scoped, withSystem, withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';

// NOTE: a process: it goes through batches, one transaction each.

/** Contacts counted by one statement: few enough that its memory stays small. */
const BATCH_SIZE = 1_000;

/** Counts the facts of marked contacts, each batch in its own transaction. Safe to repeat and to run twice at once. */
export async function countFacts(
  ctx: Context,
  { tenantId }: { tenantId: TenantId },
  signal: AbortSignal,
): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) isMore = await withTenant(ctx, tenantId, countSome);
}

/** Counts what no job counted: marks of a migration, and of a job that was given up. */
export async function countLeftFacts(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx, listTenantsWithFactMarks)) await countFacts(ctx, { tenantId }, signal);
}

async function countSome(scope: Scoped<Context>): Promise<boolean> {
  const { contactIds, isMore } = await takeFactMarks(scope, BATCH_SIZE);
  if (contactIds.length === 0) return false;
  await countContactFacts(scope, contactIds, scope.clock.now());
  await placeInAll(scope, contactIds);
  if (isMore) return true;
  await formRfm(scope);
  await announce(scope, 'insights');
  return false;
}
