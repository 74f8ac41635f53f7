import type { z } from 'zod';
import { notePastRead } from '#server/connections/health-actions.ts';
import type { OrderContext } from '#server/connections/order-port.ts';
import { orderingIfActive } from '#server/connections/ordering-actions.ts';
import { withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { readPastOrdersJob } from './jobs.ts';
import { readDays, RETRY_SECONDS } from './reading-actions.ts';

/** Few, so that branches take turns: each is a call. */
const DAYS_AT_ONCE = 10;

/** Reads orders from before the days a branch is read for at first, the latest first, behind everything else. */
export async function readPastOrders(
  ctx: OrderContext,
  slice: z.infer<typeof readPastOrdersJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, branchId } = slice;
  const ordering = await withTenant(ctx.db, tenantId, (scope) => orderingIfActive(ctx, scope, branchId, signal));
  if (!ordering) return;
  const [since, before] = [Temporal.PlainDate.from(slice.since), Temporal.PlainDate.from(slice.before)];
  const wanted = before.subtract({ days: DAYS_AT_ONCE });
  const from = Temporal.PlainDate.compare(wanted, since) < 0 ? since : wanted;
  const read = await readDays(ctx, ordering, { from, to: before.subtract({ days: 1 }) });
  // What stands in the way for good is shown by the next poll, and mended by reading all again.
  if (!read.isOk && !read.isTemporary) return;
  const isRead = read.isOk && !signal.aborted;
  if (isRead && from.equals(since)) return withTenant(ctx.db, tenantId, (scope) => notePastRead(ctx, scope, branchId));
  const waitMs = read.isOk ? 0 : (read.retryAfterMs ?? RETRY_SECONDS.most * 1_000);
  const rest = isRead ? { ...slice, before: from.toString() } : slice;
  const runAt = ctx.clock.now().add({ milliseconds: Math.round(waitMs) });
  await withTenant(ctx.db, tenantId, (scope) => enqueue(scope, readPastOrdersJob, rest, { runAt }));
}
