import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { deleteSomeTrialMessages, listTenantsWithOldTrials } from './trial-queries.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Members' chats with drafts are stored for three months. */
const TRIAL_DAYS = 90;

/** Deletes messages of trials that are older than their retention, with the turns that answered them. Safe to repeat. */
export async function forgetOldTrials(ctx: Context, signal: AbortSignal): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: 24 * TRIAL_DAYS });
  for (const tenantId of await withSystem(ctx, (scope) => listTenantsWithOldTrials(scope, before))) {
    let isMore = true;
    while (isMore) {
      signal.throwIfAborted();
      isMore = await withSystem(ctx, (scope) => deleteSomeTrialMessages(scope, tenantId, before));
    }
  }
}
