import { listExpiredReservations } from '#server/billing/balance-reads.ts';
import { withSystem } from '#server/platform/database/db.ts';
import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { forgetOldCalls } from './retention-actions.ts';
import { settleReservation } from './spending.ts';

export function workModels(repeat: Repeat): void {
  repeat('models.forget-old-calls', '43 3 * * *', forgetOldCalls);
  repeat('models.settle-reservations', '* * * * *', async (ctx, signal) => {
    const expired = await withSystem(ctx, listExpiredReservations);
    for (const { tenantId, id } of expired) {
      if (signal.aborted) return;
      await settleReservation(ctx, tenantId, id);
    }
  });
}
