import type { z } from 'zod';
import { bookingIfActive } from '#server/connections/actions.ts';
import { notePastRead } from '#server/connections/health-actions.ts';
import type { BookingContext } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { readClientsJob, readPastJob } from './jobs.ts';
import { PAGES_AT_ONCE, readPage, RETRY_SECONDS } from './reading-actions.ts';

/** A year and a month: so long after their last visit customers are asked back, and so much of a salon's year is told. */
const PAST_DAYS = 400;

/**
 * Reads what was booked before the days a branch is read for at first, a few pages a run, behind everything else: who
 * came a year ago is a customer too. Afterwards the cards of all customers are read.
 */
export async function readPast(
  ctx: BookingContext,
  slice: z.infer<typeof readPastJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, branchId } = slice;
  const booking = await withTenant(ctx.db, tenantId, (scope) => bookingIfActive(ctx, scope, branchId, signal));
  if (!booking) return;
  const before = Temporal.PlainDate.from(slice.before);
  const which = { from: before.subtract({ days: PAST_DAYS }), to: before.subtract({ days: 1 }) };
  let page: number | null = slice.page;
  for (let pages = 0; page !== null && pages < PAGES_AT_ONCE && !signal.aborted; pages++) {
    const read = await readPage(ctx, booking, { which, page, areCardsReadNext: true });
    if (!read.isOk) {
      if (!read.isTemporary) return; // what stands in the way is shown by the next poll, and mended by reading all again
      const runAt = ctx.clock.now().add({ milliseconds: Math.round(read.retryAfterMs ?? RETRY_SECONDS.most * 1_000) });
      const rest = { ...slice, page };
      return withTenant(ctx.db, tenantId, (scope) => enqueue(scope, readPastJob, rest, { runAt }));
    }
    page = read.nextPage;
  }
  await withTenant(ctx.db, tenantId, async (scope) => {
    if (page !== null) return enqueue(scope, readPastJob, { ...slice, page });
    await notePastRead(ctx, scope, branchId);
    await enqueue(scope, readClientsJob, { tenantId, branchId, changedAfter: null, page: 1 });
  });
}
