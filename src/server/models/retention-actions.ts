import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { deleteSomeCalls, listTenantsWithOldCalls } from './call-queries.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** A call of a model is stored for a year and a month, so that a month can be compared with the same one a year before. */
const MODEL_CALL_DAYS = 396;

/** Deletes calls of models that are older than their retention. The money that they cost stays in the balances. Safe to repeat. */
export async function forgetOldCalls(ctx: Context, signal: AbortSignal): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: 24 * MODEL_CALL_DAYS });
  for (const tenantId of await withSystem(ctx, (scope) => listTenantsWithOldCalls(scope, before))) {
    let isMore = true;
    while (isMore) {
      signal.throwIfAborted();
      isMore = await withSystem(ctx, (scope) => deleteSomeCalls(scope, tenantId, before));
    }
  }
}
