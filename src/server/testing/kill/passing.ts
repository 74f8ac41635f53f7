import { setTimeout as sleep } from 'node:timers/promises';
import { queueDispatch } from '#server/delivery/planning/actions.ts';
import { passOnUndelivered } from '#server/delivery/ledger/cascade-queries.ts';
import { withRetry } from '#server/platform/database/db.ts';
import type { House } from './house.ts';
import type { Scene } from './scene.ts';

/** Passes messages on that their number has just accepted, as if they were not delivered in time, until it is stopped. */
export function passOnMeanwhile({ owner, db }: House, { tenantId, numbers }: Scene): { stop(): Promise<void> } {
  let isOver = false;
  async function run(): Promise<void> {
    while (!isOver) {
      await owner.query(
        `update messages set passes_on_at = now()
         where tenant_id = $1 and fallback_channel_ids <> '{}' and status in ('accepted', 'sent') and passes_on_at is null`,
        [tenantId],
      );
      for (const channelId of numbers)
        await withRetry({ db }, tenantId, async (scope) => {
          const now = Temporal.Now.instant();
          const nextIds = await passOnUndelivered(scope, channelId, now);
          await queueDispatch(
            scope,
            nextIds.map((id) => ({ channelId: id, dueAt: now })),
          );
        });
      await sleep(100);
    }
  }
  const running = run();
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}
